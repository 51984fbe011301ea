-- Contains the functions that the claim scripts share. They replace the line "-- claims.lua" of each script.
--
-- Fair, read/write and semaphore locks have one structure. All its keys are in one slot:
--   the lock   a sorted set of holders; the score is the expiry in ms of the server's clock, and the member is the mode, then
--              the token. A holder that was released before the end of its minimum hold has a ~ before its mode.
--   the queue  a sorted set of tokens; the score is the ticket, which grows with each token that joins
--   alive      a sorted set of the same tokens; the score is the time until which the token counts without asking again
--   the counter of fencing numbers
-- The end of a token describes its claim: .<mode><ttl in ms of a grant>[#][/<permits>]. with # for a fencing number. The modes
-- are f: fair, r: read, s: semaphore, w: write. Read and write are one family. Families never mix on one key.
--
-- Rule T (one admission rule): prune and admit run before every other decision. Rule U (expiry of sets): a set expires with
-- its highest score, never with the score that was written last.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local micros = time[1] * 1000000 + time[2]

-- Without this format, Lua would round a number of this size.
local function text(number)
	return string.format('%.0f', number)
end

-- Returns the mode of a token, the ttl of its grant, whether it takes a fencing number, and the permits.
local function claim_of(token)
	local mode, grant, fence, permits = string.match(token, '%.(%l)(%d+)(#?)/?(%d*)%.$')
	return mode, tonumber(grant), fence == '#', tonumber(permits)
end

local function family(mode)
	return mode == 'w' and 'r' or mode
end

local function expire_with(set, other)
	local last = redis.call('ZREVRANGE', set, 0, 0, 'WITHSCORES')[2]
	if last then
		redis.call('PEXPIREAT', set, last)
		if other then
			redis.call('PEXPIREAT', other, last)
		end
	end
end

-- Sets a score that only grows: rule A (no shorter ttl).
local function raise(set, member, score)
	redis.call('ZADD', set, text(math.max(tonumber(redis.call('ZSCORE', set, member)) or 0, score)), member)
end

-- Drops expired holders. Returns an error if the key is not a lock of these types. Values of others are never changed.
local function prune(lock)
	local first = redis.pcall('ZRANGE', lock, 0, 0)
	if first.err then
		return first
	elseif first[1] and not string.find(first[1], '^~?[frsw].*%.$') then
		return redis.error_reply('WRONGTYPE the sorted set is not a lock')
	elseif first[1] then
		redis.call('ZREMRANGEBYSCORE', lock, '-inf', '(' .. text(now))
	end
end

-- Returns the member of a holder, under its own mode, or as a reader after a downgrade.
local function holder_of(lock, token, mode)
	if redis.call('ZSCORE', lock, mode .. token) then
		return mode .. token
	elseif mode == 'w' and redis.call('ZSCORE', lock, 'r' .. token) then
		return 'r' .. token
	end
end

-- Returns whether a token of this mode may become a holder now. A writer is always alone, so one holder shows all.
local function fits(lock, mode, permits)
	local holders = redis.call('ZCARD', lock)
	if holders == 0 then
		return true
	elseif mode == 's' then
		return holders < (permits or 1)
	end
	return mode == 'r' and string.match(redis.call('ZRANGE', lock, 0, 0)[1], '^~?(%l)') == 'r'
end

-- Takes fencing numbers: rule O (fencing numbers).
local function draw(counter, count, ttl, margin)
	local last = math.max(tonumber(redis.call('GET', counter)) or 0, micros)
	local ahead = math.ceil((last + count - micros) / 1000)
	redis.call('SET', counter, text(last + count), 'PX', text(math.max(ttl, ahead) + margin))
	return text(last + 1)
end

-- Returns the first token of the queue that is alive, its ticket, and the dead tokens before it.
local function first_alive(queue, alive)
	local dead = {}
	local count = 1
	while #dead < 500 do
		local part = redis.call('ZRANGE', queue, #dead, #dead + count - 1, 'WITHSCORES')
		if not part[1] then
			return nil, nil, dead
		end
		for i = 1, #part, 2 do
			if (tonumber(redis.call('ZSCORE', alive, part[i])) or 0) >= now then
				return part[i], part[i + 1], dead
			end
			dead[#dead + 1] = part[i]
		end
		count = 50
	end
	return nil, nil, dead
end

local function leave(queue, alive, token)
	redis.call('ZREM', alive, token)
	return redis.call('ZREM', queue, token)
end

-- Makes waiters holders, in the order of the queue, while they fit, and sends one message to each of their instances. Dead
-- tokens keep their places until the next living one can be admitted. If all are dead, the queue ends. At most 100 tokens are
-- admitted. A + in a message then asks its receiver to admit the rest. Rule L (write before publish), rule R (notified
-- waiters).
local function admit(lock, queue, alive, counter, channels, margin)
	local messages = {}
	local admitted = 0
	local token, ticket, dead = first_alive(queue, alive)
	while token or dead[1] do
		local mode, grant, fence, permits = claim_of(token or '')
		if token and (admitted == 100 or not fits(lock, mode, permits)) then
			break
		end
		for _, each in ipairs(dead) do
			leave(queue, alive, each)
		end
		if token then
			admitted = admitted + 1
			leave(queue, alive, token)
			redis.call('ZADD', lock, text(now + grant), mode .. token)
			local number = fence and draw(counter, 1, grant, margin) or '0'
			local instance = string.match(token, '^[^:]*')
			local others = messages[instance]
			messages[instance] = (others and others .. ',' or '') .. token .. ';' .. ticket .. ';' .. number
		end
		token, ticket, dead = first_alive(queue, alive)
	end
	if admitted > 0 then
		expire_with(lock)
		for instance, tokens in pairs(messages) do
			redis.pcall('PUBLISH', channels .. instance, tokens .. (admitted == 100 and '+ ' or ' ') .. lock)
			admitted = 0
		end
	end
end

-- Releases a claim, and admits the waiters that fit now. A token that only waits leaves the queue. Returns 1 if the token
-- held the lock, 0 if not, or an error. Rule M (minimum hold): a kept holder loses its token in the same step. Its mode
-- still counts.
local function give_back(lock, queue, alive, counter, token, keep, channels, margin)
	local failed = prune(lock)
	if failed then
		-- A value of another type has no claim.
		return string.find(failed.err, 'WRONGTYPE', 1, true) and 0 or failed
	end
	local member = holder_of(lock, token, claim_of(token) or '')
	if not member then
		leave(queue, alive, token)
	else
		redis.call('ZREM', lock, member)
		if keep > 0 then
			redis.call('ZADD', lock, text(now + keep), '~' .. member)
			expire_with(lock)
		end
	end
	if redis.call('EXISTS', queue) == 1 then
		admit(lock, queue, alive, counter, channels, margin)
	end
	return member and 1 or 0
end
