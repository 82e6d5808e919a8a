"""Everything that Die verbotene Stadt says to players, by code; the templates stand in `sentences.toml`."""

from engine.sentences import loaded

SENTENCES = loaded("verbotene_stadt", __package__)
