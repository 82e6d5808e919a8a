"""Everything that Cathedral says to players, by code; the templates stand in `sentences.toml`."""

from engine.sentences import loaded

SENTENCES = loaded("cathedral", __package__)
