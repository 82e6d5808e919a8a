-- Takes seeks out of their pool together and notes what became of them, if all of them still wait exactly so: 1, or 0.
-- KEYS: the seeks that wait, when each was looked at last, then for each seek what became of it. ARGV: what that is, seconds to keep it,
-- then each seek's id and text.
for i = 3, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) ~= ARGV[i + 1] then return 0 end
end
for i = 3, #ARGV, 2 do
  redis.call('HDEL', KEYS[1], ARGV[i])
  redis.call('ZREM', KEYS[2], ARGV[i])
  redis.call('SET', KEYS[2 + (i - 1) / 2], ARGV[1], 'EX', ARGV[2])
end
return 1
