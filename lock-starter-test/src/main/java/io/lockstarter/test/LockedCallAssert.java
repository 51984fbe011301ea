package io.lockstarter.test;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.lockstarter.LockEvent;
import io.lockstarter.LockRequest;
import io.lockstarter.test.CallRecorder.Recording;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * Assertions about the locks that a call takes. The call runs once, on this thread. If it
 * takes locks on other threads, it must wait for them: join its future. Calls of other
 * threads at the same time count too.
 */
public final class LockedCallAssert extends AbstractAssert<LockedCallAssert, ThrowingCallable> {

	private final LockTester tester;

	private @Nullable Map<String, LockRequest> taken;

	LockedCallAssert(LockTester tester, ThrowingCallable call) {
		super(call, LockedCallAssert.class);
		this.tester = tester;
	}

	/**
	 * Verifies that the call takes a lock, possibly among others.
	 * @param key the key
	 * @return this assertion
	 */
	public LockedCallAssert takesLock(String key) {
		Set<String> keys = taken().keySet();
		if (!keys.contains(key)) {
			failWithMessage("Expected the call to take lock '%s', but it took %s", key, text(keys));
		}
		return this;
	}

	/**
	 * Verifies that the call takes exactly these locks, in any order.
	 * @param keys the keys
	 * @return this assertion
	 */
	public LockedCallAssert takesOnlyLocks(String... keys) {
		Set<String> all = taken().keySet();
		if (!all.equals(Set.copyOf(Arrays.asList(keys)))) {
			failWithMessage("Expected the call to take only the locks %s, but it took %s", Arrays.asList(keys),
					text(all));
		}
		return this;
	}

	/**
	 * Verifies that the call takes no lock.
	 * @return this assertion
	 */
	public LockedCallAssert takesNoLock() {
		Set<String> keys = taken().keySet();
		if (!keys.isEmpty()) {
			failWithMessage("Expected the call to take no lock, but it took %s", text(keys));
		}
		return this;
	}

	/**
	 * Verifies that this call and another call exclude each other. First, this call runs.
	 * Then another instance takes the same locks, and the other call runs on a thread of
	 * its own. It must find one of the locks busy. If it waits then, the locks are
	 * released, and it runs to its end.
	 * @param other the other call; it does not see transactions and other values of this
	 * thread
	 * @return this assertion
	 */
	public LockedCallAssert excludes(ThrowingCallable other) {
		Map<String, LockRequest> locks = taken();
		if (locks.isEmpty()) {
			failWithMessage("Expected the calls to exclude each other, but the first call takes no lock");
		}
		SecondCall second = new SecondCall(this.tester, other);
		if (!second.findsBusy(locks.values())) {
			failWithMessage("Expected the calls to exclude each other, but the second call ran while %s",
					"another instance held the locks of the first call: " + text(locks.keySet())
							+ second.failureText());
		}
		return this;
	}

	private Map<String, LockRequest> taken() {
		Map<String, LockRequest> known = this.taken;
		if (known == null) {
			known = run();
			this.taken = known;
		}
		return known;
	}

	private Map<String, LockRequest> run() {
		try (Recording recording = this.tester.recorder().start()) {
			this.actual.call();
			return acquired(recording.events());
		}
		catch (Throwable ex) {
			throw new AssertionError("The call failed, so its locks are not known: " + ex, ex);
		}
	}

	private static Map<String, LockRequest> acquired(List<LockEvent> events) {
		Map<String, LockRequest> requests = new LinkedHashMap<>();
		events.stream()
			.filter(LockEvent.Acquired.class::isInstance)
			.forEach((event) -> requests.putIfAbsent(event.key(), event.request()));
		return requests;
	}

	private static String text(Set<String> keys) {
		return keys.isEmpty() ? "no lock" : keys.toString();
	}

}
