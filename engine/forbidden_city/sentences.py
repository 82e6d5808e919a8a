"""Everything that Forbidden City says to players, by code; the templates stand in `sentences.toml`."""

from engine.sentences import loaded

SENTENCES = loaded("forbidden_city", __package__)
