-- Acquires a fair, read, write or semaphore lock, or joins its queue, or confirms the place in it.
--
-- KEYS  1: the lock, 2: its queue, 3: alive, 4: its counter
-- ARGV  1: our token, 2: ttl in ms, 3: ms for which the queue entry is alive, or '' not to queue,
--       4: '1' if our instance believes that the token is already in the queue, 5: the prefix of all channels,
--       6: ms for which the counter outlives the lock
-- Returns  {1, fencing number or '0'} if we hold the lock now, {0, token of the holder that expires first, ms left} if we do
--          not, {2, token, ms left, our ticket, number of tokens before us} if we are in the queue,
--          {-1, mode} if locks of another family use the key; the mode x is an exclusive lock

-- Without a queue, most requests need little. This part must decide as the rest does. It leaves to the rest what is not
-- simple: expired holders, a token that holds the lock already, fencing numbers, and errors.
if ARGV[4] ~= '1' and redis.call('EXISTS', KEYS[2]) == 0 then
	local mode, permits = string.match(ARGV[1], '%.(%l)%d+/?(%d*)%.$')
	local first = redis.pcall('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
	if mode and not first.err then
		local time = redis.call('TIME')
		local now = time[1] * 1000 + math.floor(time[2] / 1000)
		local free = not first[1]
		local known = free or tonumber(first[2]) >= now and not redis.call('ZSCORE', KEYS[1], mode .. ARGV[1])
		local shared = known and not free and string.match(first[1], '^~?(%l).*%.$') == mode
			and (mode == 'r' or mode == 's' and redis.call('ZCARD', KEYS[1]) < (tonumber(permits) or 1))
		if free or shared then
			local score = string.format('%.0f', now + ARGV[2])
			redis.call('ZADD', KEYS[1], score, mode .. ARGV[1])
			-- Rule U (expiry of sets): the set expires with its highest score.
			redis.call('PEXPIREAT', KEYS[1], free and score or redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
			return { 1, '0' }
		end
	end
end

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
