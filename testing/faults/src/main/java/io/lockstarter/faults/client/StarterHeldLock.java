package io.lockstarter.faults.client;

import io.lockstarter.LockHandle;

/** A held lock of the library. */
record StarterHeldLock(LockHandle handle) implements HeldLock {

	@Override
	public long fence() {
		return this.handle.fencingNumber().orElse(0);
	}

	@Override
	public boolean isHeld() {
		return this.handle.isHeld();
	}

	@Override
	public void onLost(Runnable action) {
		this.handle.onLost(action);
	}

	@Override
	public String token() {
		return this.handle.token();
	}

}
