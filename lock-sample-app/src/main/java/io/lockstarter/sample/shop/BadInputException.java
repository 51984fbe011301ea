package io.lockstarter.sample.shop;

/** Somebody asked for what cannot be. */
final class BadInputException extends RuntimeException {

	BadInputException(String message) {
		super(message);
	}

}
