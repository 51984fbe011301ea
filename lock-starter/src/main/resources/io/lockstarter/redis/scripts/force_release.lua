-- Takes the lock away from its holder, for an operator. Grants it to the first waiter, and notifies the old holder.
--
-- KEYS  1: the lock, 2: its counter of fencing numbers
-- ARGV  1: the token of the holder, 2: ms for which the counter outlives the lock
-- Returns  the new value of the counter, as text; '0' if there is no counter, '-1' if the token does not hold the lock
--
-- The token makes a copy of this command harmless: it does not affect the next holder. Rule O (fencing numbers): the new
-- value is above the last number and above the server's time. Rule L (write before publish): the message comes last.

-- lock.lua

local value = redis.call('GET', KEYS[1])
local holder, entries = split(value or '')
if not value or holder ~= ARGV[1] then
	return '-1'
end
local number = 0
local last = tonumber(redis.call('GET', KEYS[2]))
if last then
	local time = redis.call('TIME')
	local micros = time[1] * 1000000 + time[2]
	number = math.max(last, micros) + 1
	redis.call('SET', KEYS[2], string.format('%.0f', number), 'PX',
		string.format('%.0f', math.max(0, math.ceil((number - micros) / 1000)) + ARGV[2]))
end
if entries == '' or not is_ours(holder) or not pass_on(KEYS[1], entries) then
	redis.call('DEL', KEYS[1])
end
if is_ours(holder) and holder ~= KEPT then
	redis.pcall('PUBLISH', channel_of(holder), '!' .. holder .. ' ' .. KEYS[1])
end
return string.format('%.0f', number)
