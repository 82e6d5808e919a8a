"""HTTP: who calls, what a request says, what it is answered, and how the document tells of it.

Whatever is about the games themselves is decided elsewhere.
"""
