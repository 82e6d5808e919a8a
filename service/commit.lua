-- Stores a change of one game, all or nothing, if it is still the game that the change was made from.
-- KEYS: game, journal, once (if the request had an Idempotency-Key)
-- ARGV: revision before (0 for a new game), SHA-1 of the game before ("" for any of that revision), revision after, game, brief,
--       due ("" when no AI owes anything), keep seconds (0: for ever), once answer, once seconds, news channel, notice,
--       journal entries…
-- The notice carries the change itself: its own line, then due, brief and game.
local before = redis.call('HMGET', KEYS[1], 'revision', 'game')
if (before[1] or '0') ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' and redis.sha1hex(before[2] or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'revision', ARGV[3], 'game', ARGV[4], 'brief', ARGV[5], 'due', ARGV[6], 'tries', '1', 'given_up', '')
for i = 12, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
if ARGV[7] ~= '0' then
  redis.call('EXPIRE', KEYS[1], ARGV[7])
  redis.call('EXPIRE', KEYS[2], ARGV[7])
else
  redis.call('PERSIST', KEYS[1])
  redis.call('PERSIST', KEYS[2])
end
if KEYS[3] then redis.call('SET', KEYS[3], ARGV[8], 'EX', ARGV[9]) end
redis.call('PUBLISH', ARGV[10], table.concat({ARGV[11], ARGV[6], ARGV[5], ARGV[4]}, '\n'))
return 1
