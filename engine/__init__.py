"""Rules and AI of the three board games: a library without input or output."""
