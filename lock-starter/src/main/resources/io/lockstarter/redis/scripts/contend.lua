-- Takes the lock if it is free or ours already; otherwise says who has it, and queues.
--
-- KEYS  1: the lock
-- ARGV  1: the token of this attempt, 2: ttl in ms,
--       3: h to queue with a subscription, d to queue without, '' not to queue,
--       4: ms for which it may be granted, 5: ms for which the entry counts, 6: '1' on a Cluster, else '0',
--       7: '1' if we are in the queue already, as far as we know, 8: the start of all channels
-- Returns  {} if we have it now, else {the holder's token, ms left or -1, 0} if we are not in the queue, or
--          {the holder's token, ms left or -1, 1, our ticket}; 2 instead of 1 if no subscriber of ours is counted
--
-- Rule B: a lock with our own token gets the full ttl again, since what wrote it may have been applied at any time
-- before; but never less (rule A), since this one may be late itself, and the lease extended meanwhile. Every "we have
-- it" and every "we are in the queue" has written something, so that a read-only replica refuses instead of answering
-- from a stale copy.

local value = redis.call('GET', KEYS[1])
if not value then
	redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
	return {}
end

-- lock.lua

local holder, entries = split(value)
if holder == ARGV[1] then
	redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), ARGV[2]))
	return {}
end
local from, to = find(entries, ARGV[1])
-- A token joins the queue once, as far as its instance can tell, and never behind a value of another library.
local joins = not from and ARGV[7] ~= '1' and #entries <= 16384 and is_ours(holder)
if ARGV[3] == '' or not (from or joins) then
	return { holder, redis.call('PTTL', KEYS[1]), 0 }
end
local before = from and string.sub(entries, from, to) or ''
local mine, ticket, state = entry(ARGV[1], ARGV[4], ARGV[3], ARGV[5], before, ARGV[8], ARGV[6])
if from then
	redis.call('SET', KEYS[1], holder .. string.sub(entries, 1, from - 1) .. mine .. string.sub(entries, to + 1), 'KEEPTTL')
	return { holder, redis.call('PTTL', KEYS[1]), state, ticket }
end
local added = redis.pcall('APPEND', KEYS[1], mine)
if type(added) == 'number' then
	-- The time left is in the next reply: few wait for so long.
	return { holder, -1, state, ticket }
elseif string.find(added.err, 'OOM', 1, true) then
	return { holder, redis.call('PTTL', KEYS[1]), 0 }
end
return added
