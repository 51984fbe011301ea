-- What the scripts share; each has it where it says "-- lock.lua".
--
-- The value of a lock is the token of its holder, followed by an entry for each instance that waits, in the order in
-- which they are served, all separated by blanks. So the queue is in the slot of the lock, costs nothing where nobody
-- waits, and ends with the lock. An entry is
--   1;<ms for which the lock is granted>;<mode>;<alive until, ms, on a Cluster>;<token to grant it to>
-- where 1 is the version of this format; entries of other versions are skipped. The mode is h for an instance that
-- hears on its channel, d for one that does not and asks again at intervals. Up to its first colon a token is the id
-- of an instance.

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

local function entry(token, grant, mode, alive, cluster)
	local until_ = cluster == '1' and string.format('%.0f', now() + alive) or ''
	return ' 1;' .. grant .. ';' .. mode .. ';' .. until_ .. ';' .. token
end

-- Grants the lock to the first that is there, and tells it. Returns false if nobody is.
-- Whether an instance hears is known from PUBLISH's count on a single server; on a Cluster, where that counts one node
-- only, from the time until which its entry counts. SET comes first: nobody is told of what was refused. A PUBLISH
-- that is refused only costs time (rule L).
local function pass_on(lock, entries, channels, cluster)
	while entries ~= '' do
		local first, others = string.match(entries, '^ (%S+)(.*)$')
		local grant, mode, alive, token = string.match(first or '', '^1;(%d+);(%a);(%d*);(%S+)$')
		entries = others or ''
		if token and (cluster == '0' or (tonumber(alive) or 0) >= now()) then
			if redis.pcall('SET', lock, token .. entries, 'PX', grant).err then
				return false
			end
			local channel = channels .. string.match(token, '^[^:]*')
			if mode == 'd' or redis.pcall('PUBLISH', channel, token .. ' ' .. lock) ~= 0 or cluster == '1' then
				return true
			end
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
