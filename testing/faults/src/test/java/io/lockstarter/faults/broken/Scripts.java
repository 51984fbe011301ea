package io.lockstarter.faults.broken;

/** The Lua scripts of the broken locks. */
final class Scripts {

	static final String RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

	static final String RENEW = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";

	/** Ignores the reply of PEXPIRE. */
	static final String RENEW_ANYWHERE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.pcall('PEXPIRE', KEYS[1], ARGV[2]) return 1 end return 0";

	/**
	 * Tokens of these locks start with the name of a client. A free key is left free,
	 * because APPEND would create it without an expiry.
	 */
	static final String APPEND = "local value = redis.call('GET', KEYS[1]) if value and not string.match(value, '^c%d') then redis.call('APPEND', KEYS[1], ARGV[1]) end return 0";

	static final String FENCE = """
			local t = redis.call('TIME')
			local last = tonumber(redis.call('GET', KEYS[1])) or 0
			local number = string.format('%.0f', math.max(last + 1, t[1] * 1000000 + t[2]))
			redis.call('SET', KEYS[1], number, 'PX', 600000)
			return number
			""";

	/** Does not use the time, so it restarts at one when the counter is lost. */
	static final String INCR = "local n = redis.call('INCR', KEYS[1]); redis.call('PEXPIRE', KEYS[1], 600000); return n";

	private Scripts() {
	}

}
