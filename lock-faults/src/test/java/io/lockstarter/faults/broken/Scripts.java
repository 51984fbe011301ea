package io.lockstarter.faults.broken;

/** What the broken locks do in one step, where they do it right. */
final class Scripts {

	static final String RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

	static final String RENEW = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";

	/** Does not look at what PEXPIRE says. */
	static final String RENEW_ANYWHERE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.pcall('PEXPIRE', KEYS[1], ARGV[2]) return 1 end return 0";

	/** The tokens of these locks begin with the name of a client. */
	static final String APPEND = "if not string.match(redis.call('GET', KEYS[1]) or 'c', '^c%d') then redis.call('APPEND', KEYS[1], ARGV[1]) end return 0";

	static final String FENCE = """
			local t = redis.call('TIME')
			local last = tonumber(redis.call('GET', KEYS[1])) or 0
			local number = string.format('%.0f', math.max(last + 1, t[1] * 1000000 + t[2]))
			redis.call('SET', KEYS[1], number, 'PX', 600000)
			return number
			""";

	/** Without the time: begins with one wherever the counter is gone. */
	static final String INCR = "local n = redis.call('INCR', KEYS[1]); redis.call('PEXPIRE', KEYS[1], 600000); return n";

	private Scripts() {
	}

}
