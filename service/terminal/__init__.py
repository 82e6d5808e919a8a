"""Plays in a terminal, over the same HTTP API as everybody: `intramuros play --ruleset cathedral --against medium`.

The board, what the others did, and a prompt that completes legal moves with the Tab key. Needs nothing but a server's address.
"""
