-- Releases many claims, each like claim_release.lua.
--
-- KEYS  for each entry: the lock, its queue, alive, its counter
-- ARGV  1: the prefix of all channels, 2: ms for which a counter outlives its lock;
--       for the i-th entry: 2i+1: the token, 2i+2: ms of the remaining minimum hold, or 0
-- Returns  for each entry 1 if the token held the lock, 0 if not, -1 if nothing is known of it
--
-- Rule P (batches): an error before the first release ends the script, so an error reply means that no lock was released.

-- claims.lua

local replies = {}
local written = false
for i = 1, #KEYS / 4 do
	local reply = give_back(KEYS[4 * i - 3], KEYS[4 * i - 2], KEYS[4 * i - 1], KEYS[4 * i], ARGV[2 * i + 1],
		tonumber(ARGV[2 * i + 2]), ARGV[1], tonumber(ARGV[2]))
	if type(reply) == 'table' then
		if not written then
			return reply
		end
		reply = -1
	end
	written = written or reply == 1
	replies[i] = reply
end
return replies
