-- Passes the lock to another instance, although callers of this instance still wait.
--
-- KEYS  1: the lock
-- ARGV  1: our token, 2: ttl in ms to keep the lock if no other instance waits, 0 to release it in any case,
--       3: our next token, 4: h or d to queue with it, '' not to queue, 5: ttl in ms of a grant,
--       6: ms for which the queue entry is alive
-- Returns  {0, 0} if we do not hold the lock, {2, 0} if we still hold it, {1, 0} if it was released, or
--          {1, 1, our ticket} if it was released and we are in the queue; {1, 2, our ticket} if in addition the server
--          counts no subscriber for our channel
--
-- Rule E (giving way): the instance that gives way joins the end of the queue. Rule A (no shorter ttl): a longer ttl
-- stays.

-- lock.lua

local value = redis.call('GET', KEYS[1])
local holder, entries = split(value or '')
if holder ~= ARGV[1] then
	return { 0, 0 }
end
if entries == '' and ARGV[2] ~= '0' then
	redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), ARGV[2]))
	return { 2, 0 }
end
local mine, ticket, state = '', 0, 0
if entries ~= '' and ARGV[4] ~= '' then
	mine, ticket, state = entry(ARGV[3], ARGV[5], ARGV[4], ARGV[6], '')
end
if pass_on(KEYS[1], entries .. mine) then
	return { 1, state, ticket }
end
redis.call('DEL', KEYS[1])
return { 1, 0 }
