-- Releases a claim, or removes it from the queue, and admits the waiters that fit now.
--
-- KEYS  1: the lock, 2: its queue, 3: alive, 4: its counter
-- ARGV  1: the token, 2: ms of the remaining minimum hold, or 0, 3: the prefix of all channels,
--       4: ms for which the counter outlives the lock
-- Returns  1 if the token held the lock, 0 if not

-- claims.lua

return give_back(KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]))
