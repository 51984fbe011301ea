-- Raises the counter of a lock with our token, so that all later numbers of this node are higher.
--
-- KEYS  1: the lock, 2: its counter
-- ARGV  1: our token, 2: the new value of the counter
-- Returns  1 if the lock has our token and the counter has at least that value, 0 if another token holds the lock

-- The ms for which a counter outlives its lock.
local MARGIN = 600000

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
	return 0
end
if (tonumber(redis.call('GET', KEYS[2])) or 0) < tonumber(ARGV[2]) then
	local time = redis.call('TIME')
	local ahead = math.ceil((ARGV[2] - (time[1] * 1000000 + time[2])) / 1000)
	redis.call('SET', KEYS[2], ARGV[2], 'PX',
		string.format('%.0f', math.max(redis.call('PTTL', KEYS[1]), ahead) + MARGIN))
end
return 1
