-- Renews those of many claims that still hold their locks.
--
-- KEYS  the locks
-- ARGV  for the i-th lock: 2i-1: the token, 2i: ttl in ms
-- Returns  for each lock 1 if the token holds it and has at least this ttl, 0 if not, -1 if nothing is known of it
--
-- Rule A (no shorter ttl): an expiry never becomes earlier, and an expired holder is not created again. Rule P (batches).

-- claims.lua

local replies = {}
for i, lock in ipairs(KEYS) do
	local token = ARGV[2 * i - 1]
	local found = redis.pcall('ZRANGE', lock, 0, 0)
	if found.err and i == 1 and not string.find(found.err, 'WRONGTYPE', 1, true) then
		return found
	elseif found.err then
		replies[i] = -1
	else
		local member = holder_of(lock, token, claim_of(token) or '')
		local alive = member and tonumber(redis.call('ZSCORE', lock, member)) >= now
		if alive then
			-- A replica refuses this command even if the ttl is long enough.
			raise(lock, member, now + ARGV[2 * i])
			expire_with(lock)
		end
		replies[i] = alive and 1 or 0
	end
end
return replies
