-- Contains the functions that answer a claim. They replace the line "-- claim_lookup.lua" of each script.

-- Returns the mode of another family that uses the key.
local function conflict(lock, queue, mode)
	local holder = redis.call('ZRANGE', lock, 0, 0)[1]
	local waiter = not holder and redis.call('ZRANGE', queue, 0, 0)[1]
	local used = holder and string.match(holder, '^~?(%l)') or waiter and claim_of(waiter)
	return used and family(used) ~= family(mode) and used or nil
end

-- Answers one token, after prune and admit. The order of the tests matters: a token that was in the queue and is not there
-- any more must not become a holder, since a late message of an earlier grant may still arrive. Rule Q (grant tickets).
-- Every yes follows a write, so that a replica refuses it: rule B (ownership by script).
local function answer(lock, queue, alive, counter, margin, token, ttl, wait, again)
	local mode, grant, fence, permits = claim_of(token)
	local other = conflict(lock, queue, mode)
	if other then
		return { -1, other }
	end
	local member = holder_of(lock, token, mode)
	local ticket = not member and redis.call('ZSCORE', queue, token)
	if not member and not ticket and not again then
		if redis.call('EXISTS', queue) == 0 and fits(lock, mode, permits) then
			member = mode .. token
		elseif wait then
			local last = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')[2]
			ticket = text(math.max((tonumber(last) or 0) + 1, micros))
			redis.call('ZADD', queue, ticket, token)
			redis.call('ZADD', alive, text(now + wait), token)
			expire_with(alive, queue)
		end
	end
	if member then
		raise(lock, member, now + ttl)
		expire_with(lock)
		return { 1, fence and draw(counter, 1, ttl, margin) or '0' }
	end
	local first = redis.call('ZRANGE', lock, 0, 0, 'WITHSCORES')
	local holder = first[1] and string.match(first[1], '^%l(.*)$') or '~kept'
	local left = (tonumber(first[2]) or now) - now + 1
	if ticket then
		-- A queue whose last token is not alive any more has just expired.
		return { 2, holder, left, tonumber(ticket), redis.call('ZRANK', queue, token) or 0 }
	end
	return { 0, holder, left }
end
