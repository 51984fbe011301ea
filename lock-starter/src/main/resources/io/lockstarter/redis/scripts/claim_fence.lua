-- Takes fencing numbers for a claim that holds its lock, and renews it.
--
-- KEYS  1: the lock, 2: its counter
-- ARGV  1: the token, 2: ttl in ms, 3: how many numbers, 4: ms for which the counter outlives the lock
-- Returns  the first of the numbers, as text, or '0' if the token does not hold the lock

-- claims.lua

local failed = prune(KEYS[1])
if failed then
	return failed
end
local member = holder_of(KEYS[1], ARGV[1], claim_of(ARGV[1]) or '')
if not member then
	return '0'
end
raise(KEYS[1], member, now + ARGV[2])
expire_with(KEYS[1])
return draw(KEYS[2], tonumber(ARGV[3]), tonumber(ARGV[2]), tonumber(ARGV[4]))
