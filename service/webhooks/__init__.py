"""Notices to players' own servers: where they want them, when they are sent, and where we refuse to send anything."""
