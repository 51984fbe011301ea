package io.lockstarter.engine;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests the registry of lanes. A caller that finds a dead lane creates a new one. No
 * caller removes the lane of another one. Nothing is left at the end (P1, P8).
 */
@Tag("own-jvm")
class LaneRegistryLincheckTests {

	private static final String TWO_HOLDERS = "two hold it";

	@Test
	@EnabledIfSystemProperty(named = Interleavings.COUNT_PROPERTY, matches = "\\d{4,}",
			disabledReason = "takes minutes")
	void callerThatFindsADyingLaneUsesANewOneAndNothingIsLeft() {
		// Created once: no run leaves anything for the next.
		LockEngine engine = engine();
		Interleavings.check(() -> {
			releasedWhileAsked((key) -> engine.tryAcquire(key).map((handle) -> handle::close));
			Interleavings.require(engine.entries() == 0, "a lane is left");
		});
	}

	@Test
	void removalByKeyAloneIsCaught() {
		Interleavings.checkFails(() -> {
			Registry registry = new Registry();
			releasedWhileAsked(registry::tryAcquire);
		}, TWO_HOLDERS);
	}

	private static LockEngine engine() {
		VirtualTime time = new VirtualTime();
		return new LockEngine(new InMemoryLockStore(time), LockSettings.DEFAULT, List.of(), new LockThreads(time));
	}

	private static void releasedWhileAsked(TryLock lock) {
		Runnable first = lock.tryAcquire("k").orElseThrow();
		AtomicReference<@Nullable Runnable> second = new AtomicReference<>();
		Interleavings.both(first, () -> second.set(lock.tryAcquire("k").orElse(null)));
		Optional<Runnable> third = lock.tryAcquire("k");
		Runnable held = second.get();
		Interleavings.require(held == null || third.isEmpty(), TWO_HOLDERS);
		Interleavings.require(held != null || third.isPresent(), "there is no holder, but the lock is not free");
		((held != null) ? held : third.orElseThrow()).run();
	}

	private interface TryLock {

		/** Returns an action that releases the lock, or empty if the lock is busy. */
		Optional<Runnable> tryAcquire(String key);

	}

	/** A broken registry, which removes a lane by its key and not by its identity. */
	private static final class Registry {

		private final ConcurrentHashMap<String, Entry> byKey = new ConcurrentHashMap<>();

		Optional<Runnable> tryAcquire(String key) {
			while (true) {
				Entry entry = this.byKey.computeIfAbsent(key, (absent) -> new Entry());
				synchronized (entry) {
					if (entry.dead) {
						this.byKey.remove(key);
						continue;
					}
					if (entry.held) {
						return Optional.empty();
					}
					entry.held = true;
				}
				return Optional.of(() -> release(key, entry));
			}
		}

		private void release(String key, Entry entry) {
			synchronized (entry) {
				entry.dead = true;
			}
			this.byKey.remove(key);
		}

		private static final class Entry {

			private boolean held;

			private boolean dead;

		}

	}

}
