-- Keeps a seed that is promised to a player, unless the player has too many unused ones; once, however often it is sent.
-- KEYS: the player's unused commitments by when they lapse, the commitment. ARGV: its id, seed, now, lapses at, seconds, the most
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[6]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('HSET', KEYS[2], 'seed', ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[5])
return 1
