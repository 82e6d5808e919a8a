-- Puts another form of one game's text in its place, if it is still there; what is only about an AI's turn goes, since the game is over.
-- KEYS: game. ARGV: SHA-1 of the text, the new one.
local text = redis.call('HGET', KEYS[1], 'game')
if not text or redis.sha1hex(text) ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'game', ARGV[2])
redis.call('HDEL', KEYS[1], 'due', 'tries', 'given_up')
return 1
