-- Reads a page of a player's inbox.
-- KEYS: owed, order, unsettled, version. ARGV: decisions at most, the urgency and the name of the one before the page ("" for the first)
-- Gives the version, how many decisions there are, the unsettled games each with its announced revision, and the page: each decision's
-- name, urgency, and the revision that last changed what is owed in its game.
local version = redis.call('GET', KEYS[4])
if not version and redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('ZUNIONSTORE', KEYS[3], 1, KEYS[1])  -- an inbox from before there was an order: all of it is to be settled
  version = 'first'
  redis.call('SET', KEYS[4], version)
end

local page, most, start = {}, tonumber(ARGV[1]), 0
if most > 0 then
  if ARGV[3] ~= '' then
    local rank = redis.call('ZRANK', KEYS[2], ARGV[3])
    start = rank and rank + 1 or redis.call('ZCOUNT', KEYS[2], '-inf', '(' .. ARGV[2])
  end
  local found = redis.call('ZRANGE', KEYS[2], start, start + most - 1, 'WITHSCORES')
  for i = 1, #found, 2 do
    page[#page + 1] = found[i]
    page[#page + 1] = found[i + 1]
    page[#page + 1] = redis.call('ZSCORE', KEYS[1], string.match(found[i], '^[^/]*')) or '0'
  end
end
return {version or '', redis.call('ZCARD', KEYS[2]), redis.call('ZRANGE', KEYS[3], 0, -1, 'WITHSCORES'), page}
