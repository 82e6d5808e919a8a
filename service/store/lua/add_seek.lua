-- Lets a seek wait in its pool, unless it has ended already: the same one again, sent because an answer was lost, must not come back.
-- KEYS: what those in the pool would play, the seeks that wait, when each was looked at last, what became of this one.
-- ARGV: the wish, seconds to keep it, the seek's id, its text, now.
if redis.call('EXISTS', KEYS[4]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
redis.call('ZADD', KEYS[3], ARGV[5], ARGV[3])
return 1
