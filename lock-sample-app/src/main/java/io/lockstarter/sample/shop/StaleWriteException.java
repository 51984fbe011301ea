package io.lockstarter.sample.shop;

/** The database has already seen a higher fence: somebody else had the lock since. */
final class StaleWriteException extends RuntimeException {

	private final long fence;

	StaleWriteException(Sku sku, long fence) {
		super("The write to " + sku + " came too late: fence " + fence + " is not above the last one");
		this.fence = fence;
	}

	long fence() {
		return this.fence;
	}

}
