-- Gives the lock back if it is ours, to the first instance that waits for it. A token that only waits stops waiting.
--
-- KEYS  1: the lock
-- ARGV  1: our token, 2: ms to keep it taken, 0 for none, 3: the tombstone, 4: the start of all channels,
--       5: '1' on a Cluster, else '0'
-- Returns  1 if it was ours, 0 if not
--
-- Rule M: a kept lock loses our token in the same step, so that a renewal that is still under way cannot prolong it.

-- What happens nearly always comes first: making the functions below would double its time.
local value = redis.call('GET', KEYS[1])
if value == ARGV[1] and ARGV[2] == '0' then
	return redis.call('DEL', KEYS[1])
end

-- lock.lua

return give_back(KEYS[1], value, ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5])
