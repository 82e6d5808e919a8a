-- Counts one more thing that a caller has going, unless it has too many already. What has run out counts no longer.
-- KEYS: the caller's things of that kind. ARGV: now, the thing, until when it counts, how many there may be (0: any number), as how many
-- it counts. Gives how many there are with it, or 0 where it is one too many.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
local there = redis.call('ZSCORE', KEYS[1], ARGV[2])
local count, weight = redis.call('ZCARD', KEYS[1]), tonumber(ARGV[5] or '1')
if not there then
  if ARGV[4] ~= '0' and count + weight > tonumber(ARGV[4]) then return 0 end
  count = count + weight
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[2])
for i = 2, weight do redis.call('ZADD', KEYS[1], ARGV[3], ARGV[2] .. '*' .. i) end
redis.call('PEXPIREAT', KEYS[1], math.ceil(redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2] * 1000) + 1000)
return count
