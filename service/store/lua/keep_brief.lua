-- Keeps the brief of a contest if it is still the one that the brief was made from.
-- KEYS: contest. ARGV: revision, brief.
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'brief', redis.call('HSTRLEN', KEYS[1], 'contest') .. ' ' .. ARGV[2])
return 1
