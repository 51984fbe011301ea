-- Prolongs those of many locks that are ours.
--
-- KEYS  the locks
-- ARGV  for the i-th lock: 2i-1: our token, 2i: ttl in ms that it should have at least
-- Returns  for each lock 1 if it is ours and has that ttl, 0 if it is gone or
--          another's, -1 if nothing is known of it
--
-- Rule A: never shortens. Rule P: a key of another type concerns that entry only. Any
-- other error before the first write ends the script, so that an error reply means
-- that nothing was applied.

local function is_of(value, token)
	return value == token or (value and string.sub(value, 1, #token + 1) == token .. ' ')
end

local function renew(key, token, ttl)
	local value = redis.pcall('GET', key)
	if type(value) == 'table' then
		return value
	elseif not is_of(value, token) then
		return 0
	end
	-- A replica refuses this also if there is nothing to prolong, so that every 1 comes from a master.
	local prolonged = redis.pcall('PEXPIRE', key, ttl, 'GT')
	local left = prolonged ~= 1 and redis.call('PTTL', key)
	if prolonged == 1 or (prolonged == 0 and left >= tonumber(ttl)) then
		return 1
	elseif type(prolonged) == 'table' and not string.find(string.lower(prolonged.err), 'wrong number of arg', 1, true) then
		return prolonged
	end
	-- It has no expiry, or the server is older than 7.0 and does not know GT.
	return redis.pcall('PEXPIRE', key, string.format('%.0f', math.max(left, ttl)))
end

local replies = {}
local written = false
for i, key in ipairs(KEYS) do
	local reply = renew(key, ARGV[2 * i - 1], ARGV[2 * i])
	if type(reply) == 'table' then
		if not written and not string.find(reply.err, 'WRONGTYPE', 1, true) then
			return reply
		end
		reply = -1
	end
	written = written or reply == 1
	replies[i] = reply
end
return replies
