"""Accounts: what is kept about a player as a whole: given out, and taken away."""
