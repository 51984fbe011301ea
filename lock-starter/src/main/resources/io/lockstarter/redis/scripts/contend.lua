-- Acquires the lock if it is free or already has our token. Otherwise returns the holder and joins the queue.
--
-- KEYS  1: the lock
-- ARGV  1: the token of this attempt, 2: ttl in ms,
--       3: h to queue with a subscription, d to queue without one, '' not to queue,
--       4: ttl in ms of a grant, 5: ms for which the queue entry is alive,
--       6: '1' if our instance believes that the token is already in the queue
-- Returns  {} if we hold the lock now, {the holder's token, ms left or -1, 0} if we are not in the queue, or
--          {the holder's token, ms left or -1, 1, our ticket} if we are; 2 instead of 1 if the server counts no
--          subscriber for our channel
--
-- Rule B (ownership by script): a lock with our token gets the full ttl again, since the command that wrote it may have
-- been applied much earlier. Rule A (no shorter ttl): the ttl never gets shorter, since this command may be late, and the
-- lease may have been renewed meanwhile. Each reply "we hold it" or "we are in the queue" follows a write. So a read-only
-- replica refuses the script instead of answering from old data.

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
-- Rule Q (grant tickets): a token joins the queue only once, as far as its instance knows. It never joins behind the value
-- of another library.
local joins = not from and ARGV[6] ~= '1' and #entries <= 131072 and is_ours(holder)
if ARGV[3] == '' or not (from or joins) then
	return { holder, redis.call('PTTL', KEYS[1]), 0 }
end
local before = from and string.sub(entries, from, to) or ''
local mine, ticket, state = entry(ARGV[1], ARGV[4], ARGV[3], ARGV[5], before)
if from then
	-- An entry of the same length is replaced in place. A long queue is then neither copied nor sent to the replicas.
	if #mine ~= #before or type(redis.pcall('SETRANGE', KEYS[1], #holder + from - 1, mine)) ~= 'number' then
		local others = string.sub(entries, 1, from - 1) .. mine .. string.sub(entries, to + 1)
		redis.call('SET', KEYS[1], holder .. others, 'KEEPTTL')
	end
	return { holder, redis.call('PTTL', KEYS[1]), state, ticket }
end
local added = redis.pcall('APPEND', KEYS[1], mine)
if type(added) == 'number' then
	-- The next reply contains the time left. Few waiters wait for so long.
	return { holder, -1, state, ticket }
elseif string.find(added.err, 'OOM', 1, true) then
	return { holder, redis.call('PTTL', KEYS[1]), 0 }
end
return added
