-- Renews those of many locks that have our tokens.
--
-- KEYS  the locks
-- ARGV  our tokens, and then the least ttl in ms after the renewal: one for all locks, or
--       one for each
-- Returns  for each lock 1 if it has our token and that ttl, 0 if it is free or has
--          another token, -1 if it failed
--
-- Rule A (no shorter ttl). Rule P (batches): a key of another type affects only its own
-- entry. Any other error before the first write ends the script, so an error reply means
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
	-- A replica refuses this command even if the ttl is long enough. So every 1 comes from a master.
	local prolonged = redis.pcall('PEXPIRE', key, ttl, 'GT')
	local left = prolonged ~= 1 and redis.call('PTTL', key)
	if prolonged == 1 or (prolonged == 0 and left >= tonumber(ttl)) then
		return 1
	elseif type(prolonged) == 'table' and not string.find(string.lower(prolonged.err), 'wrong number of arg', 1, true) then
		return prolonged
	end
	-- The key has no expiry, or the server is older than 7.0 and does not support GT.
	return redis.pcall('PEXPIRE', key, string.format('%.0f', math.max(left, ttl)))
end

local replies = {}
local written = false
for i, key in ipairs(KEYS) do
	local reply = renew(key, ARGV[i], ARGV[#KEYS + i] or ARGV[#KEYS + 1])
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
