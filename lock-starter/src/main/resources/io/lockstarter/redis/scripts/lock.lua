-- Contains the functions that the scripts share. They replace the line "-- lock.lua" of each script.
--
-- The value of a lock is the token of its holder, followed by one entry for each waiting instance, in the order of the
-- queue, all separated by blanks. So the queue is in the slot of the lock, costs nothing without waiters, and expires with
-- the lock. The format of an entry is
--   1;<ttl in ms of the grant>;<mode>;<alive until, in ms of the server's clock>;<token that waits>
-- where 1 is the version of the format. Entries of other versions are skipped. The part of a token before its first colon
-- is the id of its instance, and the channel of the instance ends with that id. The modes are
--   c  The instance is subscribed, and this server counted its subscription when the token joined or last asked.
--   u  The instance is subscribed, but the server did not count the subscription: on a Cluster, where a node knows only
--      its own subscribers, without the permission to count, behind some proxies, or if the subscription is broken.
--   h  The instance is subscribed. Older versions write this mode, without a count, and on a single server without "alive
--      until".
--   d  The instance is not subscribed, and asks again at intervals.
-- "Alive until" only increases. It is also the ticket of the entry: the reply to the waiter and the message that grants the
-- lock both contain it. Rule Q (grant tickets): the receiver accepts a message only with the ticket of its last reply.

-- The value of a lock that is kept after its release.
local KEPT = '~kept'

-- The prefix of all channels, and whether the server is a node of a Cluster. ScriptConstants replaces this line by the
-- values of the store.
local CHANNELS, CLUSTER = '', false

local function now()
	local time = redis.call('TIME')
	return math.floor(time[1] * 1000 + time[2] / 1000)
end

-- Returns the holder and the entries, each with a blank before it.
local function split(value)
	local blank = string.find(value, ' ', 1, true)
	if blank then
		return string.sub(value, 1, blank - 1), string.sub(value, blank)
	end
	return value, ''
end

-- Returns whether this library wrote the value: <name>-<22 characters>:<counter>:<time>, or the tombstone. Other libraries
-- compare the whole value when they release, so nothing may be appended to it.
local function is_ours(holder)
	local instance = string.match(holder, '^([%w_%.%-]+):[%d%l]+:[%d%l]+$')
	return holder == KEPT or (instance ~= nil and #instance > 22 and string.sub(instance, -23, -23) == '-')
end

-- Returns the start and the end of the entry of a token.
local function find(entries, token)
	-- No blank is appended to the entries, since each copy of a long queue takes time.
	local tail = ';' .. token
	local from = string.find(entries, tail .. ' ', 1, true)
	if not from and string.sub(entries, -#tail) == tail then
		from = #entries - #tail + 1
	end
	if not from then
		return nil
	end
	local to = from + #tail - 1
	while string.sub(entries, from, from) ~= ' ' do
		from = from - 1
	end
	return from, to
end

local function channel_of(token)
	return CHANNELS .. string.match(token, '^[^:]*')
end

-- Returns the number of subscribers of a channel on this server, or nil if it is not known.
local function subscribers(channel)
	if CLUSTER then
		return nil
	end
	local reply = redis.pcall('PUBSUB', 'NUMSUB', channel)
	return not reply.err and tonumber(reply[2]) or nil
end

-- Returns the entry of a token that joins or asks again, its ticket, and the state: 1, or 2 if the server counts no
-- subscriber although the instance is subscribed. A late older request shortens no time: rule A (no shorter ttl).
local function entry(token, grant, mode, alive, before)
	local state = 1
	if mode == 'h' then
		local count = subscribers(channel_of(token))
		mode = (count or 0) > 0 and 'c' or 'u'
		state = count == 0 and 2 or 1
	end
	local granted, alive_until = string.match(before, '^ 1;(%d+);%a;(%d*);')
	local ticket = math.max(tonumber(alive_until) or 0, now() + alive)
	grant = math.max(tonumber(granted) or 0, tonumber(grant))
	return string.format(' 1;%.0f;%s;%.0f;%s', grant, mode, ticket, token), ticket, state
end

-- Returns whether an instance must be gone. If the server counted its subscription, it is gone when the server has no
-- subscriber for it any more. All other instances are gone when they have not asked again in time.
local function is_gone(mode, alive_until, channel)
	local count = mode == 'c' and subscribers(channel) or nil
	if count then
		return count == 0
	end
	return alive_until ~= '' and tonumber(alive_until) < now()
end

-- Grants the lock to the first instance that is not gone, and sends it a message. Returns false if there is none.
-- Rule R (notified waiters): after the message, the lock is not granted to another instance. The receiver may get the
-- message although PUBLISH counts no subscriber, for example on a replica after a failover. Rule L (write before publish):
-- if SET is refused, no message is sent. If PUBLISH is refused, the grant is only seen later.
local function pass_on(lock, entries)
	while entries ~= '' do
		local first, others = string.match(entries, '^ (%S+)(.*)$')
		local grant, mode, alive_until, token = string.match(first or '', '^1;(%d+);(%a);(%d*);(%S+)$')
		entries = others or ''
		local channel = token and channel_of(token)
		if token and not is_gone(mode, alive_until, channel) then
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

-- Releases a lock whose value was already read: grants it to the first waiter, deletes it, or keeps it for a while without
-- a holder. A token that only waits leaves the queue. Returns 1 if the token held the lock, 0 if not, or an error.
local function give_back(lock, value, token, keep)
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
		local reply = redis.pcall('SET', lock, KEPT .. entries, 'PX', keep)
		return reply.err and reply or 1
	elseif entries ~= '' and pass_on(lock, entries) then
		return 1
	end
	return redis.pcall('DEL', lock)
end
