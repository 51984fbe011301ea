-- What the scripts share; each has it where it says "-- lock.lua".
--
-- The value of a lock is the token of its holder, followed by an entry for each instance that waits, in the order in
-- which they are served, all separated by blanks. So the queue is in the slot of the lock, costs nothing where nobody
-- waits, and ends with the lock. An entry is
--   1;<ms for which the lock is granted>;<mode>;<alive until, in ms of the server's clock>;<token to grant it to>
-- where 1 is the version of this format; entries of other versions are skipped. Up to its first colon a token is the id
-- of an instance, and its channel ends with that id. Modes:
--   c  The instance subscribes to its channel, and this server counted it when it joined or last asked.
--   u  It subscribes, but the server did not count it: on a Cluster, where a node knows its own subscribers only, without
--      the right to ask, behind some proxies, or because the subscription is dead.
--   h  It subscribes; written by an older version, without a count, and on a single server without "alive until".
--   d  It does not subscribe, and asks again at intervals.
-- "Alive until" only grows. It is also the ticket of the entry: the reply to the one who waits has it, and so has the
-- message that grants the lock. The receiver trusts a message only with the ticket of its last reply.

local function now()
	local time = redis.call('TIME')
	return math.floor(time[1] * 1000 + time[2] / 1000)
end

-- The holder and the entries, each with a blank before it.
local function split(value)
	local blank = string.find(value, ' ', 1, true)
	if blank then
		return string.sub(value, 1, blank - 1), string.sub(value, blank)
	end
	return value, ''
end

-- Whether a value was written by this library: <name>-<22 characters>:<counter>:<time>, or the tombstone. Other libraries
-- compare the whole value when they release, so nothing may be appended to theirs.
local function is_ours(holder)
	local instance = string.match(holder, '^([%w_%.%-]+):[%d%l]+:[%d%l]+$')
	return holder == '~kept' or (instance ~= nil and #instance > 22 and string.sub(instance, -23, -23) == '-')
end

-- Where the entry of a token begins and ends.
local function find(entries, token)
	local from, to = string.find(entries .. ' ', ';' .. token .. ' ', 1, true)
	if not from then
		return nil
	end
	while string.sub(entries, from, from) ~= ' ' do
		from = from - 1
	end
	return from, to - 1
end

local function channel_of(token, channels)
	return channels .. string.match(token, '^[^:]*')
end

-- How many subscribers this server has for a channel, or nil if it cannot tell.
local function subscribers(channel, cluster)
	if cluster == '1' then
		return nil
	end
	local reply = redis.pcall('PUBSUB', 'NUMSUB', channel)
	return not reply.err and tonumber(reply[2]) or nil
end

-- The entry of a token that joins or asks again, its ticket, and 1, or 2 if the server does not count the subscriber that
-- should be there. An older request that comes late shortens nothing (rule A).
local function entry(token, grant, mode, alive, before, channels, cluster)
	local state = 1
	if mode == 'h' then
		local count = subscribers(channel_of(token, channels), cluster)
		mode = (count or 0) > 0 and 'c' or 'u'
		state = count == 0 and 2 or 1
	end
	local granted, alive_until = string.match(before, '^ 1;(%d+);%a;(%d*);')
	local ticket = math.max(tonumber(alive_until) or 0, now() + alive)
	grant = math.max(tonumber(granted) or 0, tonumber(grant))
	return string.format(' 1;%.0f;%s;%.0f;%s', grant, mode, ticket, token), ticket, state
end

-- Whether an instance must be gone. One that the server counted when it joined is gone if the server has no subscriber for
-- it any more; all others are gone when they have not asked again in time.
local function is_gone(mode, alive_until, channel, cluster)
	local count = mode == 'c' and subscribers(channel, cluster) or nil
	if count then
		return count == 0
	end
	return alive_until ~= '' and tonumber(alive_until) < now()
end

-- Grants the lock to the first instance that is not gone, and sends it a message. Returns false if there is none.
-- An instance that was sent a message is never passed over: it may receive it although PUBLISH counts nobody, for example
-- on a replica after a failover. SET comes first: no message about what was refused. A PUBLISH that is refused only
-- costs time (rule L).
local function pass_on(lock, entries, channels, cluster)
	while entries ~= '' do
		local first, others = string.match(entries, '^ (%S+)(.*)$')
		local grant, mode, alive_until, token = string.match(first or '', '^1;(%d+);(%a);(%d*);(%S+)$')
		entries = others or ''
		local channel = token and channel_of(token, channels)
		if token and not is_gone(mode, alive_until, channel, cluster) then
			if redis.pcall('SET', lock, token .. entries, 'PX', grant).err then
				return false
			end
			if mode == 'h' then
				redis.pcall('PUBLISH', channel, token .. ' ' .. lock)
			elseif mode ~= 'd' then
				redis.pcall('PUBLISH', channel, token .. ';' .. alive_until .. ' ' .. lock)
			end
			return true
		end
	end
	return false
end

-- Gives a lock back whose value was read before: to the first that waits, or it is deleted, or kept for a while without
-- a holder. A token that only waits stops waiting. Returns 1 if it was ours, 0 if not, or an error.
local function give_back(lock, value, token, keep, tombstone, channels, cluster)
	if not value then
		return 0
	end
	local holder, entries = split(value)
	if holder ~= token then
		local from, to = find(entries, token)
		if from then
			redis.pcall('SET', lock, holder .. string.sub(entries, 1, from - 1) .. string.sub(entries, to + 1), 'KEEPTTL')
		end
		return 0
	elseif tonumber(keep) > 0 then
		local reply = redis.pcall('SET', lock, tombstone .. entries, 'PX', keep)
		return reply.err and reply or 1
	elseif entries ~= '' and pass_on(lock, entries, channels, cluster) then
		return 1
	end
	return redis.pcall('DEL', lock)
end
