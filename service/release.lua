-- Lets the lease of one game's AI lapse now, if its revision is still the one that the lease was for; 1 if so.
-- KEYS: game. ARGV: revision, now.
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'due', ARGV[2])
return 1
