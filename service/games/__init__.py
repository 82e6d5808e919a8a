"""The domain without HTTP: who may sit, what a change does, who may see what.

The referee is the one door in, visibility the one door out.
"""
