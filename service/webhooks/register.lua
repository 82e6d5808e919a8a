-- Registers a webhook, unless its player has as many as a player may have; once, however often it is sent.
-- KEYS: the player's webhooks, the webhook. ARGV: its id, the most, member, value, member, value…
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 and redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], unpack(ARGV, 3))
return 1
