-- Releases those of many locks that have our tokens, each like release.lua.
--
-- KEYS  the locks
-- ARGV  for the i-th lock: 2i-1: our token, 2i: ms of the remaining minimum hold, or 0
-- Returns  for each lock 1 if we held it, 0 if not, -1 if it failed
--
-- Rule P (batches): a key of another type affects only its own entry. Any other error before the first write ends the
-- script, so an error reply means that no lock was released. A token may have left a queue by then, which is safe.

-- lock.lua

local replies = {}
local written = false
for i, lock in ipairs(KEYS) do
	local reply = redis.pcall('GET', lock)
	if type(reply) ~= 'table' then
		reply = give_back(lock, reply, ARGV[2 * i - 1], ARGV[2 * i])
	end
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
