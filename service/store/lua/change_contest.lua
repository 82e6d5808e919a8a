-- Stores a change of one contest if it is still the one that the change was made from: the new revision, or 0.
-- KEYS: contest, its games.
-- ARGV: revision before (0 for a new contest), contest, keep seconds (0: for ever), news channel, contest's id, brief.
-- The brief begins with the length of the text that it is of, so that nobody takes it for one of another text.
if (redis.call('HGET', KEYS[1], 'revision') or '0') ~= ARGV[1] then
  -- The client sends a script again when the answer was lost; the second time finds what the first has written.
  if redis.call('HGET', KEYS[1], 'contest') == ARGV[2] then return tonumber(redis.call('HGET', KEYS[1], 'revision')) end
  return 0
end
local revision = redis.call('HINCRBY', KEYS[1], 'revision', 1)
redis.call('HSET', KEYS[1], 'contest', ARGV[2], 'brief', #ARGV[2] .. ' ' .. ARGV[6])
if ARGV[3] ~= '0' then
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
end
redis.call('SPUBLISH', ARGV[4], ARGV[5] .. ' ' .. revision)
return revision
