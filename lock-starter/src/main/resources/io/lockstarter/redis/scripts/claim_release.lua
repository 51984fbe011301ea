-- Releases a claim, or removes it from the queue, and admits the waiters that fit now.
--
-- KEYS  1: the lock, 2: its queue, 3: alive, 4: its counter
-- ARGV  1: the token, 2: ms of the remaining minimum hold, or 0, 3: the prefix of all channels,
--       4: ms for which the counter outlives the lock
-- Returns  1 if the token held the lock, 0 if not

-- Without a queue and a minimum hold, a living holder leaves at once. The rest decides in the same way.
if ARGV[2] == '0' and redis.call('EXISTS', KEYS[2]) == 0 then
	local member = (string.match(ARGV[1], '%.(%l)%d+#?/?%d*%.$') or '') .. ARGV[1]
	local score = tonumber(redis.pcall('ZSCORE', KEYS[1], member))
	local time = score and redis.call('TIME')
	if score and score >= time[1] * 1000 + math.floor(time[2] / 1000) then
		return redis.call('ZREM', KEYS[1], member)
	end
end

-- claims.lua

return give_back(KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]))
