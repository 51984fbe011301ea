package io.lockstarter.redis;

/** No connection could be had, so nothing was sent. */
final class NotConnectedException extends RuntimeException {

	NotConnectedException(RuntimeException cause) {
		super(cause.getMessage(), cause);
	}

	NotConnectedException(String message) {
		super(message);
	}

}
