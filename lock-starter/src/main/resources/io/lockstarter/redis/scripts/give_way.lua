-- Gives other instances their turn, while callers of this one still wait.
--
-- KEYS  1: the lock
-- ARGV  1: our token, 2: ttl in ms if no other instance waits; 0: free it in any case,
--       3: our next token, 4: h or d to queue under it, '' not to, 5: ms for which it may be granted,
--       6: ms for which the entry counts, 7: the start of all channels, 8: '1' on a Cluster, else '0'
-- Returns  {0, 0} if it is not ours, {2, 0} if it is still ours, {1, 0} if it was given back, or {1, 1, our ticket} if we
--          are in the queue, with 2 as the second number if no subscriber of ours is counted
--
-- Rule E: the instance that gives way goes to the end of the queue. Rule A: a longer ttl stays.

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
	mine, ticket, state = entry(ARGV[3], ARGV[5], ARGV[4], ARGV[6], '', ARGV[7], ARGV[8])
end
if pass_on(KEYS[1], entries .. mine, ARGV[7], ARGV[8]) then
	return { 1, state, ticket }
end
redis.call('DEL', KEYS[1])
return { 1, 0 }
