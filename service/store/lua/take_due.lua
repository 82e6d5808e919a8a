-- Takes the members of a sorted set that are due, and makes them due again later in case whoever took them dies.
-- KEYS: the set. ARGV: now, when they are due again, how many at most.
local due = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', '0', ARGV[3])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], member) end
return due
