package io.lockstarter.redlock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

import io.lettuce.core.RedisNoScriptException;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Simulates one node: keys that expire by its own clock, and the scripts. Each method is
 * one command. {@code SimulatedMasterTests} compares the model with a real server.
 */
final class SimulatedMaster {

	private static final long MARGIN = LockStore.FENCE_MARGIN.toMillis();

	private final Map<String, Entry> entries = new HashMap<>();

	private final Set<NodeScript<?>> scripts = new HashSet<>();

	private final LongSupplier micros;

	private final SimulatedFlaw flaw;

	private int run;

	/**
	 * Creates a node without keys.
	 * @param micros its clock
	 * @param flaw the fault to inject
	 */
	SimulatedMaster(LongSupplier micros, SimulatedFlaw flaw) {
		this.micros = micros;
		this.flaw = flaw;
	}

	void restart(boolean keepsData) {
		this.run++;
		this.scripts.clear();
		if (!keepsData) {
			this.entries.clear();
		}
	}

	void forgetScripts() {
		this.scripts.clear();
	}

	String info() {
		return "run_id:" + ((this.flaw == SimulatedFlaw.RESTART_IS_NOT_NOTICED) ? "same" : "run" + this.run) + "\r\n";
	}

	boolean set(String key, String value, long ttl, boolean onlyIfAbsent) {
		if (onlyIfAbsent && get(key) != null) {
			return false;
		}
		put(key, value, ttl);
		return true;
	}

	Object evalsha(NodeScript<?> script, String[] keys, String[] args) {
		if (!this.scripts.contains(script)) {
			throw new RedisNoScriptException("NOSCRIPT No matching script");
		}
		return eval(script, keys, args);
	}

	Object eval(NodeScript<?> script, String[] keys, String[] args) {
		this.scripts.add(script);
		if (script == NodeScript.CONTEND) {
			return contend(keys[0], args[0], Long.parseLong(args[1]));
		}
		if (script == NodeScript.RENEW) {
			return renew(keys, args);
		}
		if (script == NodeScript.INSPECT) {
			return holder(keys[0]);
		}
		if (script == NodeScript.FENCE) {
			return fence(keys, args);
		}
		return (script == NodeScript.RAISE) ? (Object) raise(keys, args) : release(keys, args);
	}

	/** Returns the value of a key, or {@code null}. */
	@Nullable String get(String key) {
		Entry entry = this.entries.get(key);
		if (entry != null && nowMillis() > entry.expiry()) {
			this.entries.remove(key);
			return null;
		}
		return (entry != null) ? entry.value() : null;
	}

	private long nowMillis() {
		return this.micros.getAsLong() / 1000;
	}

	private void put(String key, String value, long ttl) {
		this.entries.put(key, new Entry(value, nowMillis() + ttl));
	}

	private long pttl(String key) {
		Entry entry = this.entries.get(key);
		return (entry != null) ? entry.expiry() - nowMillis() : -2;
	}

	private void prolong(String key, String token, long ttl) {
		put(key, token, Math.max(pttl(key), ttl));
	}

	private List<Object> holder(String key) {
		String value = get(key);
		return (value != null) ? List.of(value, pttl(key)) : List.of();
	}

	private List<Object> contend(String key, String token, long ttl) {
		String value = get(key);
		if (value == null) {
			put(key, token, ttl);
			return List.of();
		}
		if (value.equals(token)) {
			prolong(key, token, ttl);
			return List.of();
		}
		return List.of(value, pttl(key), 0L);
	}

	private List<Object> renew(String[] keys, String[] args) {
		List<Object> replies = new ArrayList<>();
		for (int i = 0; i < keys.length; i++) {
			boolean ours = args[i].equals(get(keys[i]));
			if (ours) {
				prolong(keys[i], args[i], Long.parseLong(args[Math.min(keys.length + i, args.length - 1)]));
			}
			replies.add(ours ? 1L : 0L);
		}
		return replies;
	}

	private List<Object> fence(String[] keys, String[] args) {
		String value = get(keys[0]);
		boolean ours = args[0].equals(value);
		if ((value != null && !ours) || (value == null && args[3].equals("0"))) {
			return List.of();
		}
		long now = this.micros.getAsLong();
		long ttl = Long.parseLong(args[1]);
		long count = Long.parseLong(args[2]);
		Long last = number(keys[1]);
		if (last != null && ours) {
			last = Math.max(last, now + pttl(keys[0]) * 1000);
		}
		long from = Math.max((last != null) ? last : 0, now);
		long ahead = ceil(from + count - now);
		put(keys[1], Long.toString(from + count), Math.max(ttl, ahead) + MARGIN);
		prolong(keys[0], args[0], ttl);
		return List.of(Long.toString(from + 1), Long.toString(now));
	}

	private @Nullable Long number(String key) {
		String value = get(key);
		return (value != null) ? Long.valueOf(value) : null;
	}

	private long raise(String[] keys, String[] args) {
		if (!args[0].equals(get(keys[0]))) {
			return 0;
		}
		raiseTo(keys[1], Long.parseLong(args[1]), pttl(keys[0]));
		return 1;
	}

	private void raiseTo(String counter, long number, long leastTtl) {
		Long last = number(counter);
		if ((last == null || last < number) && this.flaw != SimulatedFlaw.FENCE_STAYS_BEHIND) {
			long ahead = ceil(number - this.micros.getAsLong());
			put(counter, Long.toString(number), Math.max(leastTtl, ahead) + MARGIN);
		}
	}

	private List<Object> release(String[] keys, String[] args) {
		List<Object> replies = new ArrayList<>();
		for (int i = 0; i < keys.length / 3; i++) {
			String token = args[3 * i];
			boolean ours = token.equals(get(keys[3 * i]));
			replies.add(ours ? 1 + giveBack(keys[3 * i], keys[3 * i + 1], keys[3 * i + 2], token,
					Long.parseLong(args[3 * i + 1]), Long.parseLong(args[3 * i + 2])) : 0L);
		}
		return replies;
	}

	private long giveBack(String lock, String counter, String mark, String token, long keep, long fence) {
		boolean known = number(counter) != null;
		if (fence > 0 || (fence == 0 && known)) {
			long number = (fence > 0) ? fence : this.micros.getAsLong() + pttl(lock) * 1000;
			raiseTo(counter, number, 0);
		}
		if (keep > 0) {
			put(lock, Release.TOMBSTONE, keep);
			return 0;
		}
		this.entries.remove(lock);
		String waiting = get(mark);
		return (waiting == null || waiting.equals(Keys.instance(token))) ? 0 : Math.max(0, pttl(mark));
	}

	/** Converts microseconds to milliseconds, rounded up. */
	private static long ceil(long micros) {
		return -Math.floorDiv(-micros, 1000);
	}

	private record Entry(String value, long expiry) {
	}

}
