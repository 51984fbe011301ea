package io.lockstarter.faults.broken;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.lockstarter.faults.client.HeldLock;
import io.lockstarter.faults.client.LockCall;
import io.lockstarter.faults.client.Locks;
import io.lockstarter.faults.client.Settings;
import io.lockstarter.faults.history.History;
import org.jspecify.annotations.Nullable;

/**
 * A simple lock that is correct except for one flaw. It polls for the key, renews in the
 * background, and measures its validity from the time before the command was sent.
 */
public final class SimpleLocks implements Locks {

	private static final Duration POLL = Duration.ofMillis(5);

	private static final Duration LONG = Duration.ofSeconds(10);

	private final Set<SimpleHold> holds = ConcurrentHashMap.newKeySet();

	private final AtomicLong tokens = new AtomicLong();

	private final Settings settings;

	private final Flaw flaw;

	private final PlainRedis redis;

	private final Thread watchdog = new Thread(this::watch, "watchdog");

	public SimpleLocks(Settings settings, History history) {
		this.settings = settings;
		this.flaw = Flaw.valueOf(settings.text("flaw"));
		int port = settings.number("spring.data.redis.port");
		this.redis = has(Flaw.WAITS_FOR_A_CONNECTION) ? new PlainRedis(port, LONG) : new PlainRedis(port);
		this.watchdog.setDaemon(true);
		this.watchdog.start();
	}

	boolean has(Flaw flaw) {
		return this.flaw == flaw;
	}

	long validNanos() {
		return this.settings.ttl().minusMillis(20).toNanos();
	}

	@Override
	public boolean runLocked(LockCall call, Consumer<HeldLock> section) {
		SimpleHold hold = null;
		try {
			hold = acquire(call);
		}
		catch (IOException ex) {
			throw new UnknownOutcomeException(ex);
		}
		this.holds.add(hold);
		if (has(Flaw.CANCELLATION_KEEPS_LOCK) && call.cancelAfter() != null) {
			throw new CanceledException();
		}
		section.accept(hold);
		this.holds.remove(hold);
		boolean lost = hold.end();
		release(call.key(), hold.token());
		return lost;
	}

	/** Retries after a failure of the server until the wait time is over. */
	private SimpleHold acquire(LockCall call) throws IOException {
		long end = System.nanoTime() + call.waitTime().toNanos();
		long early = (has(Flaw.FENCE_BEFORE_LOCK) && call.fence()) ? drawFence(call.key()) : 0;
		while (true) {
			try {
				SimpleHold hold = attempt(call, early);
				if (hold != null) {
					return hold;
				}
				if (System.nanoTime() >= end) {
					throw new BusyException();
				}
			}
			catch (IOException ex) {
				if (System.nanoTime() >= end) {
					throw ex;
				}
			}
			LockSupport.parkNanos(POLL.toNanos());
			checkInterrupt();
		}
	}

	private @Nullable SimpleHold attempt(LockCall call, long early) throws IOException {
		String token = this.settings.client() + "/" + this.tokens.incrementAndGet();
		long sent = System.nanoTime();
		if (take(call.key(), token)) {
			long since = has(Flaw.VALID_FROM_REPLY) ? System.nanoTime() : sent;
			SimpleHold hold = new SimpleHold(this, call.key(), token, call.renew(), since);
			hold.fence((early != 0 || !call.fence()) ? early : drawFence(call.key()));
			return hold;
		}
		if (has(Flaw.APPENDS_TO_FOREIGN_VALUES)) {
			this.redis.call("EVAL", Scripts.APPEND, "1", "lock:" + call.key(), " " + token);
		}
		return null;
	}

	private void checkInterrupt() {
		if (has(Flaw.INTERRUPT_IS_LOST)) {
			Thread.interrupted();
		}
		else if (Thread.currentThread().isInterrupted()) {
			throw has(Flaw.INTERRUPT_IS_A_FAILURE) ? new UnknownOutcomeException(new InterruptedException())
					: new InterruptedWaitException();
		}
	}

	private boolean take(String key, String token) throws IOException {
		String ttl = Long.toString(this.settings.ttl().toMillis());
		try {
			if (!has(Flaw.EXPIRY_IN_A_SECOND_STEP)) {
				return this.redis.call("SET", "lock:" + key, token, "NX", "PX", ttl).equals("OK");
			}
			return this.redis.call("SET", "lock:" + key, token, "NX").equals("OK")
					&& this.redis.call("PEXPIRE", "lock:" + key, ttl).equals("1");
		}
		catch (IOException ex) {
			if (has(Flaw.NO_REPLY_IS_SUCCESS)) {
				return true;
			}
			throw ex;
		}
	}

	private long drawFence(String key) throws IOException {
		String script = has(Flaw.BARE_INCR) ? Scripts.INCR : Scripts.FENCE;
		return Long.parseLong(this.redis.call("EVAL", script, "1", "lock:~fence:" + key));
	}

	boolean renew(String key, String token) throws IOException {
		String ttl = Long.toString(this.settings.ttl().toMillis());
		if (has(Flaw.RENEWAL_WITHOUT_OWNER)) {
			return this.redis.call("PEXPIRE", "lock:" + key, ttl).equals("1");
		}
		String script = has(Flaw.RENEWAL_ON_A_REPLICA) ? Scripts.RENEW_ANYWHERE : Scripts.RENEW;
		return this.redis.call("EVAL", script, "1", "lock:" + key, token, ttl).equals("1");
	}

	private void release(String key, String token) {
		try {
			if (has(Flaw.RELEASE_BY_DEL)) {
				this.redis.call("DEL", "lock:" + key);
			}
			else {
				this.redis.call("EVAL", Scripts.RELEASE, "1", "lock:" + key, token);
			}
		}
		catch (IOException ex) {
			// The lock expires after its ttl.
		}
	}

	private void watch() {
		while (!Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(validNanos() / 8);
			this.holds.forEach(SimpleHold::renew);
		}
	}

	@Override
	public void close() {
		if (!has(Flaw.LEAKS_A_THREAD)) {
			this.watchdog.interrupt();
		}
		try {
			this.redis.close();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
