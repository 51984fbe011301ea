-- Acquires a fair, read, write or semaphore lock, or joins its queue, or confirms the place in it.
--
-- KEYS  1: the lock, 2: its queue, 3: alive, 4: its counter
-- ARGV  1: our token, 2: ttl in ms, 3: ms for which the queue entry is alive, or '' not to queue,
--       4: '1' if our instance believes that the token is already in the queue, 5: the prefix of all channels,
--       6: ms for which the counter outlives the lock
-- Returns  {1, fencing number or '0'} if we hold the lock now, {0, token of the holder that expires first, ms left} if we do
--          not, {2, token, ms left, our ticket, number of tokens before us} if we are in the queue,
--          {-1, mode} if locks of another family use the key; the mode x is an exclusive lock

-- claims.lua
-- claim_lookup.lua

local lock, queue, alive, counter = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, wait, channels, margin = ARGV[1], tonumber(ARGV[3]), ARGV[5], tonumber(ARGV[6])
local failed = prune(lock)
if failed then
	local value = string.find(failed.err, 'WRONGTYPE', 1, true) and redis.pcall('GET', lock)
	if type(value) == 'string' and (string.find(value, '^[%w_%.%-]+:[%d%l]+:[%d%l]+') or string.find(value, '^~kept')) then
		return { -1, 'x' }
	end
	return failed
end
-- The own time is raised first, so that a waiter that asks late is not dropped by its own request.
if wait and redis.call('ZSCORE', queue, token) then
	raise(alive, token, now + wait)
	expire_with(alive, queue)
end
if redis.call('EXISTS', queue) == 1 then
	admit(lock, queue, alive, counter, channels, margin)
end
return answer(lock, queue, alive, counter, margin, token, tonumber(ARGV[2]), wait, ARGV[4] == '1')
