-- Puts what players owe in one game in its place in their inboxes, unless a later change has been announced meanwhile.
-- KEYS: owed, order, unsettled and version of each player; then the game, for a change of which it is not known whether it was stored
-- ARGV: game, revision, urgency without a deadline, deadline ("" for none), the inboxes' new version, the game's number of seats,
--       the brief of the change up to its deadline (for one that may not have been stored), each player's seats that owe, as `0,2`…;
--       for one player alone, the channel on which to publish a notice, and the notice
-- Gives for how many players it was done.
local game, revision, urgency, brief = ARGV[1], tonumber(ARGV[2]), ARGV[4] ~= '' and ARGV[4] or ARGV[3], ARGV[7]
if #KEYS % 4 == 1 then
  local stored = redis.call('HMGET', KEYS[#KEYS], 'revision', 'brief')
  if stored[1] ~= ARGV[2] or string.sub(stored[2], 1, #brief) ~= brief then return 0 end
  if #stored[2] > #brief then urgency = string.sub(stored[2], #brief + 1) end
end

local seats, done = {}, 0
for seat = 1, tonumber(ARGV[6]) do seats[seat] = game .. '/' .. (seat - 1) end
for first = 1, #KEYS - 3, 4 do
  local owed, order, unsettled, owing = KEYS[first], KEYS[first + 1], KEYS[first + 2], ARGV[8 + (first - 1) / 4]
  if tonumber(redis.call('ZSCORE', unsettled, game) or revision) <= revision then
    redis.call('ZREM', order, unpack(seats))
    for seat in string.gmatch(owing, '%d+') do redis.call('ZADD', order, urgency, game .. '/' .. seat) end
    if owing == '' then redis.call('ZREM', owed, game) else redis.call('ZADD', owed, 'GT', revision, game) end
    redis.call('ZREM', unsettled, game)
    redis.call('SET', KEYS[first + 3], ARGV[5])
    done = done + 1
  end
end
if #KEYS == 4 and ARGV[9] then redis.call('SPUBLISH', ARGV[9], ARGV[10]) end
return done
