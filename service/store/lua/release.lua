-- Changes when the lease of one game's AI lapses, if its revision is still the one that the lease was for; 1 if so.
-- KEYS: game. ARGV: revision, when, "1" if whoever had the lease has given up ("" otherwise).
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'due', ARGV[2], 'given_up', ARGV[3])
return 1
