-- Uses a commitment for a game and gives its seed; '' when another game has it, nil when there is none. The same again for the same game.
-- KEYS: the player's unused commitments, the commitment. ARGV: its id, the game
local found = redis.call('HMGET', KEYS[2], 'seed', 'game')
if not found[1] then return nil end
if found[2] and found[2] ~= ARGV[2] then return '' end
redis.call('HSET', KEYS[2], 'game', ARGV[2])
redis.call('ZREM', KEYS[1], ARGV[1])
return found[1]
