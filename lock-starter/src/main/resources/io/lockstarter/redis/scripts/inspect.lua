-- Says who has the lock.
--
-- KEYS  1: the lock
-- Returns  {} if nobody has it, else {the holder's token, ms left}
--
-- Rule B: a script, since a plain GET may be answered by a replica.

local value = redis.call('GET', KEYS[1])
if not value then
	return {}
end
-- Behind the holder's token stand those who wait.
return { string.match(value, '^%S*'), redis.call('PTTL', KEYS[1]) }
