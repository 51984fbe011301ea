package io.lockstarter.benchmarks.peers;

/** Everybody gets everything at once. */
final class UnlockedContender implements Contender {

	UnlockedContender(Connecting connecting) {
	}

	@Override
	public Held lock(String key) {
		return () -> {
		};
	}

	@Override
	public void close() {
	}

}
