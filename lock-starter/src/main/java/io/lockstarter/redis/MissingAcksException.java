package io.lockstarter.redis;

/** Reports that too few replicas acknowledged a lock that the master has. */
final class MissingAcksException extends RuntimeException {

	MissingAcksException(long acks, ReplicaAcks wanted) {
		super("only " + acks + " of " + wanted.least() + " required replicas acknowledged it within "
				+ wanted.timeout().toMillis() + " ms");
	}

	MissingAcksException(RuntimeException failure) {
		super("replicas could not be asked for it (WAIT failed: " + failure.getMessage() + ")", failure);
	}

}
