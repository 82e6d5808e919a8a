-- Puts one element of a journal in the place of several that follow one another, if they are still there.
-- KEYS: journal. ARGV: place of the first, how many, SHA-1 of them all, the new element.
local place, count = tonumber(ARGV[1]), tonumber(ARGV[2])
local found = redis.call('LRANGE', KEYS[1], place, place + count - 1)
if #found ~= count or redis.sha1hex(table.concat(found, '\n')) ~= ARGV[3] then return 0 end
redis.call('LSET', KEYS[1], place, ARGV[4])
for i = place + 1, place + count - 1 do redis.call('LSET', KEYS[1], i, '') end
if count > 1 then redis.call('LREM', KEYS[1], count - 1, '') end
return 1
