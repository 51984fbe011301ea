-- Turns the hold of a writer into that of a reader, and admits the readers that wait.
--
-- KEYS  1: the lock, 2: its queue, 3: alive, 4: its counter
-- ARGV  1: the token, 2: the prefix of all channels, 3: ms for which the counter outlives the lock
-- Returns  1 if the token holds the lock as a reader now, 0 if it does not hold the lock
--
-- A second copy of the command finds the reader, and changes nothing.

-- claims.lua

local lock, token = KEYS[1], ARGV[1]
local failed = prune(lock)
if failed then
	return failed
end
local member = holder_of(lock, token, 'w')
if not member then
	return 0
end
local expiry = redis.call('ZSCORE', lock, member)
redis.call('ZREM', lock, member)
redis.call('ZADD', lock, expiry, 'r' .. token)
expire_with(lock)
admit(lock, KEYS[2], KEYS[3], KEYS[4], ARGV[2], tonumber(ARGV[3]))
return 1
