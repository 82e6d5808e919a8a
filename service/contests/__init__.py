"""Series, tournaments, ratings and seeks: who plays whom, what it counts, and who stands where. No HTTP in here."""
