-- Takes fencing numbers on one of several nodes, for a lock with our token. Can also acquire a free lock in the same step.
--
-- KEYS  1: the lock, 2: its counter
-- ARGV  1: our token, 2: ttl in ms, 3: how many numbers, 4: '1' to acquire the lock if it is free, else '0'
-- Returns  {the first of the numbers, this node's time in µs}, as text, or {} if another token holds the lock
--
-- Each node has its own counter. It continues after its last number, or after its time in µs if that is higher. The caller
-- has all replies, and decides which number counts and whether another round is needed. So a lock with our token may
-- already have a number that this node does not know. That number is in the counter, or below the end of the lock's ttl.
-- Rule A (no shorter ttl): a longer ttl stays. Rule O (fencing numbers): they are formatted as text, since Lua would round
-- the numbers.

-- The ms for which a counter outlives its lock.
local MARGIN = 600000

local value = redis.call('GET', KEYS[1])
if value and value ~= ARGV[1] or not value and ARGV[4] == '0' then
	return {}
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = tonumber(redis.call('GET', KEYS[2]))
if last and value then
	last = math.max(last, now + redis.call('PTTL', KEYS[1]) * 1000)
end
last = math.max(last or 0, now)
local ahead = math.ceil((last + ARGV[3] - now) / 1000)
redis.call('SET', KEYS[2], string.format('%.0f', last + ARGV[3]), 'PX',
	string.format('%.0f', math.max(ARGV[2], ahead) + MARGIN))
if value then
	redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), ARGV[2]))
else
	redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return { string.format('%.0f', last + 1), string.format('%.0f', now) }
