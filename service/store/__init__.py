"""What is kept in Redis and how: clients, keys, games, players, notifications, rate limits, queues and signs of life.

Nothing is decided about a game here.
"""
