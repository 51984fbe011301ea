-- Returns the holders and the waiters of a lock of any type.
--
-- KEYS  1: the lock, 2: its queue; without it, the waiters of claims are missing
-- Returns  {} if the lock is free, else {{mode, token, ms left, …}, {waiting token, …}}; the mode x is an exclusive lock

local value = redis.pcall('GET', KEYS[1])
if not value then
	return {}
elseif type(value) == 'string' then
	local waiters = {}
	for token in string.gmatch(value, ' 1;%d+;%a;%d*;(%S+)') do
		waiters[#waiters + 1] = token
	end
	return { { 'x', string.match(value, '^%S*'), redis.call('PTTL', KEYS[1]) }, waiters }
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('%.0f', now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1000)
local holders = {}
for i = 1, #found, 2 do
	local kept, mode, token = string.match(found[i], '^(~?)([frsw])(.*%.)$')
	if not mode then
		return redis.error_reply('WRONGTYPE the sorted set is not a lock')
	end
	holders[#holders + 1] = mode
	holders[#holders + 1] = kept == '' and token or '~kept'
	holders[#holders + 1] = found[i + 1] - now + 1
end
return found[1] and { holders, KEYS[2] and redis.call('ZRANGE', KEYS[2], 0, 999) or {} } or {}
