-- Takes a claim away from its holder, for an operator. Admits the waiters that fit now, and notifies the old holder.
--
-- KEYS  1: the lock, 2: its queue, 3: alive, 4: its counter
-- ARGV  1: the token of the holder, 2: the prefix of all channels, 3: ms for which the counter outlives the lock
-- Returns  the new value of the counter, as text; '0' if there is no counter, '-1' if the token does not hold the lock
--
-- The token makes a copy of this command harmless. Rule O (fencing numbers): the counter is raised before the next holder
-- takes its number. Rule L (write before publish): the message to the old holder comes last.

-- claims.lua

local token = ARGV[1]
local margin = tonumber(ARGV[3])
local failed = prune(KEYS[1])
if failed then
	return string.find(failed.err, 'WRONGTYPE', 1, true) and '-1' or failed
elseif not holder_of(KEYS[1], token, claim_of(token) or '') then
	return '-1'
end
local number = '0'
if redis.call('EXISTS', KEYS[4]) == 1 then
	number = draw(KEYS[4], 1, 0, margin)
end
give_back(KEYS[1], KEYS[2], KEYS[3], KEYS[4], token, 0, ARGV[2], margin)
redis.pcall('PUBLISH', ARGV[2] .. string.match(token, '^[^:]*'), '!' .. token .. ' ' .. KEYS[1])
return number
