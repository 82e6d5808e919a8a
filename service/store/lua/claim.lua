-- Takes over a lapsed AI decision of one game, so that only one caller repairs it: the number of the try, or 0,
-- and "1" if whoever had the lease has given up.
-- KEYS: game. ARGV: revision it was seen at, now, when the new lease lapses.
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then return {0, ''} end
local due = redis.call('HGET', KEYS[1], 'due')
if not due or due == '' or tonumber(due) > tonumber(ARGV[2]) then return {0, ''} end
local given_up = redis.call('HGET', KEYS[1], 'given_up') or ''
redis.call('HSET', KEYS[1], 'due', ARGV[3], 'given_up', '')
return {redis.call('HINCRBY', KEYS[1], 'tries', 1), given_up}
