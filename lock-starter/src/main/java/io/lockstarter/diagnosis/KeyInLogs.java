package io.lockstarter.diagnosis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockEvent;
import io.lockstarter.LockEvent.Type;
import io.lockstarter.engine.LockObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Puts the key of the lock into the diagnostic context of the logger (MDC) while the
 * calling thread holds it. With several locks, it is the key of the last one. If another
 * thread releases the lock, the entry stays in the first thread until its next lock ends.
 */
public final class KeyInLogs implements LockObserver {

	/** The name of the entry. */
	public static final String ENTRY = "lock.key";

	/** The value before each hold, by the number of the call. */
	private final Map<Long, Previous> before = new ConcurrentHashMap<>();

	@Override
	public boolean wants(Type type) {
		return type == Type.ACQUIRED || type == Type.RELEASED || type == Type.LOST;
	}

	@Override
	public void on(LockEvent event, Object owner) {
		if (event instanceof LockEvent.Acquired) {
			if (owner == Thread.currentThread()) {
				this.before.put(event.call(), new Previous(MDC.get(ENTRY)));
				MDC.put(ENTRY, event.key());
			}
			return;
		}
		Previous previous = this.before.remove(event.call());
		if (previous != null && owner == Thread.currentThread()) {
			if (previous.value == null) {
				MDC.remove(ENTRY);
			}
			else {
				MDC.put(ENTRY, previous.value);
			}
		}
	}

	private record Previous(@Nullable String value) {
	}

}
