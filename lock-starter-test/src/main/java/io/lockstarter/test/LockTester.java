package io.lockstarter.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockInfo;
import io.lockstarter.LockListener;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.internal.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Controls the locks of a test: it makes keys busy, loses locks, delays and fails the
 * lock server, and moves the clock of the locks.
 *
 * <p>
 * A test context has a bean of this type. A unit test without Spring {@linkplain #create
 * creates} one, and passes its {@link #service()} to the code under test. After each test
 * method of a Spring test, the faults end and the busy locks are released.
 *
 * <p>
 * With Redis, only busy and lost locks are possible. The other methods throw
 * {@link IllegalStateException}.
 */
public final class LockTester implements AutoCloseable {

	private final LockService service;

	private final LockAdmin admin;

	private final CallRecorder recorder;

	private final OtherInstance other;

	private final @Nullable TestLockServer server;

	private final List<BusyLock> busy = new CopyOnWriteArrayList<>();

	private final Runnable closing;

	LockTester(LockService service, LockAdmin admin, CallRecorder recorder, OtherInstance other,
			@Nullable TestLockServer server, Runnable closing) {
		this.service = service;
		this.admin = admin;
		this.recorder = recorder;
		this.other = other;
		this.server = server;
		this.closing = closing;
	}

	/**
	 * Creates a lock service in memory, for a unit test without Spring. On this thread,
	 * the methods of {@link LockAssertions} use it until it is closed.
	 * @param listeners receive the events of the service
	 * @return the tester, which the caller must close
	 */
	public static LockTester create(LockListener... listeners) {
		TestLockServer server = new TestLockServer();
		CallRecorder recorder = new CallRecorder();
		LockThreads threads = server.newThreads();
		LockEngine engine = new LockEngine(server.store(), LockSettings.DEFAULT.withInstanceName("test"),
				List.of(listeners), List.of(recorder), threads);
		LockTester tester = new LockTester(engine, engine.admin(), recorder,
				new OtherInstance(server.memory(), server.newThreads()), server, () -> {
					server.faults().clear();
					engine.close(Duration.ZERO);
					threads.close();
					server.close();
				});
		CurrentTester.set(tester);
		return tester;
	}

	/**
	 * Returns the lock service of the test.
	 * @return the service
	 */
	public LockService service() {
		return this.service;
	}

	/**
	 * Makes a key busy: another instance holds its lock until the test releases it.
	 * @param key the key
	 * @return the busy lock
	 * @throws IllegalStateException if the lock is held already
	 */
	public BusyLock makeBusy(String key) {
		LockRequest request = LockRequest.of(key);
		// In memory nothing can be left behind, and the clock may be moved far.
		return makeBusy((this.server != null) ? request.withTtl(Limits.MAX_DURATION).withRenew(false) : request);
	}

	/**
	 * Makes a key busy with the type and the ttl of a request.
	 * @param request the request; its wait time is ignored
	 * @return the busy lock
	 * @throws IllegalStateException if the lock cannot be acquired
	 */
	public BusyLock makeBusy(LockRequest request) {
		try {
			BusyLock lock = new BusyLock(this.other.hold(request));
			this.busy.add(lock);
			return lock;
		}
		catch (LockNotAcquiredException ex) {
			throw new IllegalStateException(
					"Lock '" + request.key()
							+ "' cannot be made busy, since it is held already: release it first, or use another key",
					ex);
		}
	}

	/**
	 * Takes a lock away from its holder. The holder notices it at once if the application
	 * under test holds the lock.
	 * @param key the key
	 * @throws IllegalStateException if the lock is not held
	 */
	public void lose(String key) {
		boolean lost = (this.server != null)
				? this.server.faults().suspend(() -> this.admin.forceRelease(key).isPresent())
				: this.admin.forceRelease(key).isPresent();
		if (!lost) {
			throw new IllegalStateException(
					"Lock '" + key + "' cannot be lost, since it is not held: acquire it first, or check the key");
		}
	}

	/**
	 * Moves the clock of the locks forward, as if the process had been paused for that
	 * time. A lock whose ttl ends meanwhile is lost and free for others, even if it would
	 * be renewed. Callers whose wait time ends meanwhile are refused.
	 * @param duration the time
	 */
	public void advance(Duration duration) {
		if (duration.isNegative()) {
			throw new IllegalArgumentException("The clock cannot be moved back: " + duration);
		}
		memory("move the clock").clock().advance(duration);
		this.recorder.wakeWaiters();
	}

	/**
	 * Delays every command of the application until {@link #recover()}.
	 * @param delay the time that each command takes, on the real clock
	 */
	public void delay(Duration delay) {
		memory("delay commands").faults().delay(delay);
	}

	/**
	 * Lets every command of the application fail until {@link #recover()}.
	 * @param fault the way in which commands fail
	 */
	public void fail(ServerFault fault) {
		memory("fail the lock server").faults().set(fault);
	}

	/** Ends delays and failures. */
	public void recover() {
		if (this.server != null) {
			this.server.faults().clear();
		}
	}

	/** Ends delays and failures, and releases all busy locks. */
	public void reset() {
		recover();
		this.busy.forEach(BusyLock::release);
		this.busy.clear();
	}

	/** Releases the busy locks, and ends the threads of this tester. */
	@Override
	public void close() {
		CurrentTester.clear(this);
		reset();
		this.other.close();
		this.closing.run();
	}

	CallRecorder recorder() {
		return this.recorder;
	}

	OtherInstance other() {
		return this.other;
	}

	@Nullable LockInfo inspect(String key) {
		return this.other.inspect(key);
	}

	private TestLockServer memory(String action) {
		if (this.server == null) {
			throw new IllegalStateException("A test cannot " + action
					+ " with locks in Redis: set distributed-lock.store=memory for this test");
		}
		return this.server;
	}

}
