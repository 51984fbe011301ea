-- Confirms the places of many tokens in the queues of their locks, and admits those whose turn has come.
--
-- KEYS  for each lock: the lock, its queue, alive, its counter
-- ARGV  1: ms for which a queue entry is alive, 2: the prefix of all channels, 3: ms for which a counter outlives its lock;
--       then for each lock: the number of tokens, and for each of them the token and its ttl in ms
-- Returns  for each token the reply of claim_acquire.lua, or {3} if nothing is known of it

-- claims.lua
-- claim_lookup.lua

local wait, channels, margin = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local replies = {}
local at = 4
for i = 1, #KEYS, 4 do
	local lock, queue, alive, counter = KEYS[i], KEYS[i + 1], KEYS[i + 2], KEYS[i + 3]
	local first, last = at + 1, at + 2 * ARGV[at]
	at = last + 1
	local failed = prune(lock)
	if failed and not string.find(failed.err, 'WRONGTYPE', 1, true) then
		return failed
	end
	if not failed then
		for j = first, last, 2 do
			if redis.call('ZSCORE', queue, ARGV[j]) then
				raise(alive, ARGV[j], now + wait)
			end
		end
		expire_with(alive, queue)
		admit(lock, queue, alive, counter, channels, margin)
	end
	for j = first, last, 2 do
		replies[#replies + 1] = failed and { 3 }
			or answer(lock, queue, alive, counter, margin, ARGV[j], tonumber(ARGV[j + 1]), wait, true)
	end
end
return replies
