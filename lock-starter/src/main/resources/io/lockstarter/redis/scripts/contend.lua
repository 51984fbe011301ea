-- Takes the lock if it is free or ours already; otherwise says who has it, and queues.
--
-- KEYS  1: the lock
-- ARGV  1: the token of this attempt, 2: ttl in ms,
--       3: h or d to queue, '' not to, 4: ms for which it may be granted, 5: ms for which the entry counts,
--       6: '1' on a Cluster, else '0', 7: '1' if we stand in the queue already, as far as we know
-- Returns  {} if we have it now, else {the holder's token, ms left or -1, 1 if we stand in the queue}
--
-- Rule B: a lock with our own token gets the full ttl again, since what wrote it may have been applied at any time
-- before; but never less (rule A), since this one may be late itself, and the lease extended meanwhile. Every "we have
-- it" has written something, so that a read-only replica refuses instead of answering from a stale copy.

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
local grant = ARGV[4]
if from then
	-- Rule A: an older request that comes late must not shorten what a newer one was promised.
	local before = tonumber(string.match(entries, '^ 1;(%d+);', from)) or 0
	grant = string.format('%.0f', math.max(before, tonumber(grant) or 0))
end
if ARGV[3] == '' or (not from and #entries > 16384) then
	return { holder, redis.call('PTTL', KEYS[1]), 0 }
end
local mine = entry(ARGV[1], grant, ARGV[3], ARGV[5], ARGV[6])
if not from and ARGV[7] == '1' then
	-- A token stands in the queue once: else a late message of its first grant would be taken for one of now.
	return { holder, redis.call('PTTL', KEYS[1]), 0 }
elseif not from then
	-- How long the lock will last is told when we ask again: few wait for so long.
	local added = redis.pcall('APPEND', KEYS[1], mine)
	return { holder, -1, type(added) == 'number' and 1 or 0 }
end
if string.sub(entries, from, to) ~= mine then
	redis.pcall('SET', KEYS[1], holder .. string.sub(entries, 1, from - 1) .. mine .. string.sub(entries, to + 1),
		'KEEPTTL')
end
return { holder, redis.call('PTTL', KEYS[1]), 1 }
