-- Takes members out of a sorted set, each only while its score is still the one that was seen.
-- KEYS: the set. ARGV: member, score, member, score…
for i = 1, #ARGV, 2 do
  if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[i]) or -1) == tonumber(ARGV[i + 1]) then redis.call('ZREM', KEYS[1], ARGV[i]) end
end
return 1
