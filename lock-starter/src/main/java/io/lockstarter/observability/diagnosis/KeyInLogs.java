package io.lockstarter.observability.diagnosis;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockEvent;
import io.lockstarter.engine.LockObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Puts the key of the lock into the diagnostic context of the logger (MDC) while the
 * calling thread holds it. With several locks, it is the key of the last one. If the lock
 * is lost, or another thread releases it, the entry stays in the first thread until its
 * next lock begins or ends.
 */
public final class KeyInLogs implements LockObserver {

	/** The name of the entry. */
	public static final String ENTRY = "lock.key";

	private final Map<Long, Entry> byCall = new ConcurrentHashMap<>();

	/** The last lock of each thread. */
	@SuppressWarnings("ThreadLocalUsage") // each application context has its own locks
	private final ThreadLocal<@Nullable Entry> last = new ThreadLocal<>();

	@Override
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return Set.of(LockEvent.Acquired.class, LockEvent.Released.class, LockEvent.Lost.class).contains(type);
	}

	@Override
	public void on(LockEvent event, Object owner) {
		boolean here = owner == Thread.currentThread();
		if (event instanceof LockEvent.Acquired) {
			if (here) {
				removeEnded();
				Entry entry = new Entry(this.last.get(), MDC.get(ENTRY));
				this.byCall.put(event.call(), entry);
				this.last.set(entry);
				MDC.put(ENTRY, event.key());
			}
			return;
		}
		Entry ended = this.byCall.remove(event.call());
		if (ended != null) {
			ended.ended = true;
		}
		if (here) {
			removeEnded();
		}
	}

	private void removeEnded() {
		Entry entry = this.last.get();
		while (entry != null && entry.ended) {
			if (entry.before != null) {
				MDC.put(ENTRY, entry.before);
			}
			else {
				MDC.remove(ENTRY);
			}
			entry = entry.outer;
		}
		if (entry != null) {
			this.last.set(entry);
		}
		else {
			this.last.remove();
		}
	}

	/** A lock of a thread, with the value before it. */
	private static final class Entry {

		private final @Nullable Entry outer;

		private final @Nullable String before;

		private volatile boolean ended;

		Entry(@Nullable Entry outer, @Nullable String before) {
			this.outer = outer;
			this.before = before;
		}

	}

}
