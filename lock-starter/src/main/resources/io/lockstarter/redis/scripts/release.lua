-- Releases the lock if it has our token, and grants it to the first waiter. A token that only waits leaves the queue.
--
-- KEYS  1: the lock
-- ARGV  1: our token, 2: ms of the remaining minimum hold, missing if there is none
-- Returns  1 if we held the lock, 0 if not
--
-- Rule M (minimum hold): a kept lock loses our token in the same step, so a late renewal cannot extend it.

-- The usual case comes first: creating the functions below would double its time.
local value = redis.call('GET', KEYS[1])
if value == ARGV[1] and not ARGV[2] then
	return redis.call('DEL', KEYS[1])
end

-- lock.lua

return give_back(KEYS[1], value, ARGV[1], ARGV[2] or 0)
