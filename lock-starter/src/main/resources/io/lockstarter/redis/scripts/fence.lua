-- Takes fencing numbers for a lock with our token. Can also acquire a free lock in the same step.
--
-- KEYS  1: the lock, 2: its counter
-- ARGV  1: our token, 2: ttl in ms, 3: how many numbers, 4: '1' to acquire the lock if it is free, else '0'
-- Returns  the first of the numbers, as text, or '0' if another token holds the lock
--
-- Rule O (fencing numbers): they continue after the last number, or after the server's time in µs if that is higher. So
-- they keep increasing after the counter has expired, and after a failover to a server without the counter. They are
-- formatted as text, since Lua would round the numbers. Rule A (no shorter ttl): a longer ttl stays.

-- The ms for which a counter outlives its lock.
local MARGIN = 600000

local value = redis.call('GET', KEYS[1])
if value and string.match(value, '^%S*') ~= ARGV[1] or not value and ARGV[4] == '0' then
	return '0'
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = math.max(tonumber(redis.call('GET', KEYS[2])) or 0, now)
local ahead = math.ceil((last + ARGV[3] - now) / 1000)
redis.call('SET', KEYS[2], string.format('%.0f', last + ARGV[3]), 'PX',
	string.format('%.0f', math.max(ARGV[2], ahead) + MARGIN))
if value then
	redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), ARGV[2]))
else
	redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return string.format('%.0f', last + 1)
