-- Takes a game out of the store, if it is still the one that was seen.
-- KEYS: game, journal. ARGV: revision.
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
return 1
