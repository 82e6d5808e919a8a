-- The heartbeat of the API, the outages that it shows, and what they mean for a deadline.
-- KEYS: heartbeat, outages. ARGV: "1" for an API process that shows itself alive ("" otherwise), the gap that is an outage,
-- a deadline ("" to ask for none). Moments in milliseconds, by Redis' clock.
-- Gives what there is to say of the deadline: `stands` (it has lapsed), `moved`, when the outage began and when it ended,
-- or `unknown` as long as it is to come, or nobody has been there since.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('GET', KEYS[1]) or '')
if ARGV[1] == '1' then
  if last and now - last > tonumber(ARGV[2]) then
    redis.call('RPUSH', KEYS[2], string.format('%d %d', last, now))
    redis.call('LTRIM', KEYS[2], -100, -1)
  end
  redis.call('SET', KEYS[1], string.format('%d', now))
  last = now
end
if ARGV[3] == '' then return {'unknown'} end
local deadline = tonumber(ARGV[3])
if now <= deadline or not last or last < deadline then return {'unknown'} end
for _, outage in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  local from, to = string.match(outage, '(%d+) (%d+)')
  if tonumber(from) < deadline and deadline <= tonumber(to) then return {'moved', from, to} end
end
return {'stands'}
