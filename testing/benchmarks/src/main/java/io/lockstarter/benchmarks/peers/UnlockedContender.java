package io.lockstarter.benchmarks.peers;

/** Acquires no lock, and never waits. */
final class UnlockedContender implements Contender {

	UnlockedContender(ContenderSettings settings) {
	}

	@Override
	public HeldLock lock(String key) {
		return () -> {
		};
	}

	@Override
	public HeldLock lock(String key, LockMode mode) {
		return lock(key);
	}

	@Override
	public void close() {
	}

}
