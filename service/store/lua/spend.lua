-- Takes some of the requests that a caller may still send: a bucket that fills steadily and holds a window's worth.
-- KEYS: the caller's bucket. ARGV: how many it holds, how many are wanted, the window's seconds.
-- Gives how many were taken, how many are left, and the milliseconds until there is one again when none was.
local most, wanted, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]) * 1000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = math.min(most, (tonumber(known[1]) or most) + (now - (tonumber(known[2]) or now)) * most / window)
local taken = math.min(wanted, math.floor(left))
left = left - taken
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], window + 1000)
return {taken, math.floor(left), taken > 0 and 0 or math.ceil((1 - left) * window / most)}
