package io.lockstarter.core;

import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.store.LockStore;

/** The epochs of a store; where it cannot tell, one that is like no other. */
final class Epochs {

	private final LockStore store;

	private final AtomicLong unknown = new AtomicLong();

	Epochs(LockStore store) {
		this.store = store;
	}

	long now() {
		try {
			return this.store.epoch();
		}
		catch (Throwable ex) {
			return this.unknown.decrementAndGet();
		}
	}

}
