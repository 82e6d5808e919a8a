"""Opponents: search that knows no ruleset, guided by each ruleset's brain."""
