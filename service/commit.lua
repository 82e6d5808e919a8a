-- Stores a change of one game, all or nothing, if its revision is still the one the change was made from.
-- KEYS: game, journal, once ("" when the request had no Idempotency-Key)
-- ARGV: revision before (0 for a new game), revision after, game, brief, due ("" when no AI owes anything), keep seconds (0: for ever),
--       once answer, once seconds, news channel, news, journal entries…
local before = redis.call('HGET', KEYS[1], 'revision') or '0'
if before ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'game', ARGV[3], 'brief', ARGV[4], 'due', ARGV[5], 'tries', '1', 'given_up', '')
for i = 11, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
if ARGV[6] ~= '0' then
  redis.call('EXPIRE', KEYS[1], ARGV[6])
  redis.call('EXPIRE', KEYS[2], ARGV[6])
else
  redis.call('PERSIST', KEYS[1])
  redis.call('PERSIST', KEYS[2])
end
if KEYS[3] then redis.call('SET', KEYS[3], ARGV[7], 'EX', ARGV[8]) end
redis.call('PUBLISH', ARGV[9], ARGV[10])
return 1
