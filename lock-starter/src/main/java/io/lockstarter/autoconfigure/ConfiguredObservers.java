package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.observability.diagnosis.SlowHolds;
import org.jspecify.annotations.Nullable;

/**
 * Lists the observers of an instance: those that are beans, and those that properties
 * switch on. The latter are no beans, so that a native image can switch them on when it
 * starts.
 */
final class ConfiguredObservers {

	private final List<LockObserver> all;

	private final @Nullable SlowHolds slowHolds;

	ConfiguredObservers(LockProperties properties, List<LockObserver> beans, LockThreads threads) {
		this.all = new ArrayList<>(beans);
		Duration slowHold = properties.diagnosis().slowHold();
		this.slowHolds = (slowHold != null) ? new SlowHolds(slowHold, threads.clock(), threads, threads.results())
				: null;
		if (this.slowHolds != null) {
			this.all.add(this.slowHolds);
		}
	}

	List<LockObserver> list() {
		return this.all;
	}

	void watch(LockEngine engine) {
		if (this.slowHolds != null) {
			this.slowHolds.watch(engine::snapshot);
		}
	}

}
