-- Releases those of many locks that have our tokens.
--
-- KEYS  for the i-th lock: 3i-2: the lock, 3i-1: its counter, 3i: the mark of a waiting instance
-- ARGV  for the i-th lock: 3i-2: our token, 3i-1: ms of the remaining minimum hold, or 0,
--       3i: its highest fencing number, 0 if not known, -1 if it has none
-- Returns  for each lock 0 if we did not hold it, -1 if it failed; if we held it, 1 plus the ms within which another
--          instance will try to acquire it
--
-- The counter is raised before the lock is deleted, so that the next holder on this node gets a higher number. If the
-- number is not known, it is below the end of the lock's ttl: otherwise it would be in the counter. If the counter cannot be
-- raised, the lock stays until it expires, which is safe too. Rule M (minimum hold): a kept lock loses our token in the
-- same step. Rule P (batches): a key of another type affects only its own entry. Any other error before the first write
-- ends the script, so an error reply means that no lock was released. A counter may be higher by then, which is safe.

-- The usual case comes first, since creating the functions below takes time: one lock without a minimum hold and a number,
-- and no other instance waits.
if #KEYS == 3 and ARGV[2] == '0' and tonumber(ARGV[3]) <= 0 and redis.pcall('GET', KEYS[1]) == ARGV[1]
		and not redis.pcall('GET', KEYS[2]) and not redis.pcall('GET', KEYS[3]) then
	return { redis.call('DEL', KEYS[1]) }
end

-- The value of a lock that is kept after its release.
local KEPT = '~kept'

-- The ms for which a counter outlives its lock.
local MARGIN = 600000

local function raise(lock, counter, number)
	local last = redis.pcall('GET', counter)
	if type(last) == 'table' then
		return last
	end
	last = tonumber(last)
	if number < 0 or (number == 0 and not last) then
		return nil
	end
	local time = redis.call('TIME')
	local now = time[1] * 1000000 + time[2]
	if number == 0 then
		number = now + redis.call('PTTL', lock) * 1000
	end
	if (last or 0) < number then
		local reply = redis.pcall('SET', counter, string.format('%.0f', number), 'PX',
			string.format('%.0f', math.max(0, math.ceil((number - now) / 1000)) + MARGIN))
		return reply.err and reply
	end
end

local function others(mark, token)
	local instance = redis.pcall('GET', mark)
	if type(instance) ~= 'string' or instance == string.match(token, '^[^:]*') then
		return 0
	end
	return math.max(0, redis.call('PTTL', mark))
end

local function give_back(lock, counter, mark, token, keep, number)
	local value = redis.pcall('GET', lock)
	if type(value) == 'table' then
		return value
	elseif value ~= token then
		return 0
	end
	local failed = raise(lock, counter, tonumber(number))
	if failed then
		return failed
	elseif tonumber(keep) > 0 then
		local reply = redis.pcall('SET', lock, KEPT, 'PX', keep)
		return reply.err and reply or 1
	end
	local reply = redis.pcall('DEL', lock)
	return type(reply) == 'table' and reply or 1 + others(mark, token)
end

local replies = {}
local written = false
for i = 1, #KEYS / 3 do
	local reply = give_back(KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i], ARGV[3 * i - 2], ARGV[3 * i - 1], ARGV[3 * i])
	if type(reply) == 'table' then
		if not written and not string.find(reply.err, 'WRONGTYPE', 1, true) then
			return reply
		end
		reply = -1
	end
	written = written or reply > 0
	replies[i] = reply
end
return replies
