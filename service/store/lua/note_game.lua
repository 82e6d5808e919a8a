-- Notes a fact about a game of a contest: that it exists (""), or its result, which nothing overwrites. Whether it was news.
-- KEYS: contest, its games. ARGV: game, fact, news channel, contest's id.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local known = redis.call('HGET', KEYS[2], ARGV[1])
if known and (known ~= '' or ARGV[2] == '') then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('SPUBLISH', ARGV[3], ARGV[4] .. ' ' .. redis.call('HINCRBY', KEYS[1], 'revision', 1))
return 1
