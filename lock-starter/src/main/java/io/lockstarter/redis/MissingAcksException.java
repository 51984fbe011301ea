package io.lockstarter.redis;

/** The server has a lock, and too few of its replicas have said that they have it too. */
final class MissingAcksException extends RuntimeException {

	MissingAcksException(long acks, ReplicaAcks wanted) {
		super(acks + " of the " + wanted.least() + " replicas that are wanted have acknowledged it within "
				+ wanted.timeout().toMillis() + " ms");
	}

	MissingAcksException(RuntimeException failure) {
		super("it is not known whether replicas have it (WAIT failed: " + failure.getMessage() + ")", failure);
	}

}
