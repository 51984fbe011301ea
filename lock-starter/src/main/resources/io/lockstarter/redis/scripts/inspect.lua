-- Returns the holder of the lock.
--
-- KEYS  1: the lock
-- Returns  {} if the lock is free, else {the holder's token, ms left}
--
-- Rule B (ownership by script): this is a script, since a replica may answer a plain GET.

local value = redis.call('GET', KEYS[1])
if not value then
	return {}
end
-- The queue of waiters follows the holder's token.
return { string.match(value, '^%S*'), redis.call('PTTL', KEYS[1]) }
