-- Stores a change of one game, all or nothing, if it is still the game that the change was made from.
-- KEYS: game, journal, once (if the request had an Idempotency-Key)
-- ARGV: revision before (0 for a new game), SHA-1 of the game before ("" for any of that revision), revision after, game, brief,
--       due ("" when no AI owes anything), keep seconds (0: for ever), once answer, once seconds, the channels on which to publish it, notice,
--       the plan of the clocks as JSON ("" without clocks), the deadline before which the change is made, and the one after which ("" for
--       none), journal entries…
-- The notice carries the change itself: its own line, then due, brief and game.
-- Gives 0 when somebody was faster, -1 when the deadline is over, -2 when it is still to come, else 1, or the clocks as written.
local before = redis.call('HMGET', KEYS[1], 'revision', 'game')
if (before[1] or '0') ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' and redis.sha1hex(before[2] or '') ~= ARGV[2] then return 0 end

local game, brief, once, stored = ARGV[4], ARGV[5], ARGV[8], 1
if ARGV[12] ~= '' or ARGV[13] ~= '' or ARGV[14] ~= '' then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if ARGV[13] ~= '' and now > tonumber(ARGV[13]) then return -1 end
  if ARGV[14] ~= '' and now <= tonumber(ARGV[14]) then return -2 end
  if ARGV[12] ~= '' then
    local lefts, untils, earliest = {}, {}, nil
    for seat, row in ipairs(cjson.decode(ARGV[12])) do
      lefts[seat], untils[seat] = 'null', 'null'
      if row then
        local left, till, runs, anew, bonus = row[1], row[2], row[3], row[4], row[5]
        if till ~= cjson.null then left = math.max(0, till - now) end
        if anew ~= cjson.null then left = anew end
        left = left + bonus
        lefts[seat] = string.format('%d', left)
        if runs then
          if till == cjson.null or anew ~= cjson.null or bonus ~= 0 then till = now + left end
          untils[seat] = string.format('%d', till)
          earliest = math.min(earliest or till, till)
        end
      end
    end
    local lists = '"left":[' .. table.concat(lefts, ',') .. '],"until":[' .. table.concat(untils, ',') .. ']'
    stored = '{"at":' .. string.format('%d', now) .. ',' .. lists .. '}'
    local from, to = string.find(game, '"clocks":"@"', 1, true)
    game = string.sub(game, 1, from - 1) .. '"clocks":' .. stored .. string.sub(game, to + 1)
    brief = brief .. (earliest and string.format('%d', earliest) or '')
    once = once .. '\n' .. stored
  end
end

redis.call('HSET', KEYS[1], 'revision', ARGV[3], 'game', game, 'brief', brief, 'due', ARGV[6], 'tries', '1', 'given_up', '')
for i = 15, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
if ARGV[7] ~= '0' then
  redis.call('EXPIRE', KEYS[1], ARGV[7])
  redis.call('EXPIRE', KEYS[2], ARGV[7])
else
  redis.call('PERSIST', KEYS[1])
  redis.call('PERSIST', KEYS[2])
end
if KEYS[3] then redis.call('SET', KEYS[3], once, 'EX', ARGV[9]) end
local notice = table.concat({ARGV[11], ARGV[6], brief, game}, '\n')
for channel in string.gmatch(ARGV[10], '%S+') do redis.call('SPUBLISH', channel, notice) end
return stored
