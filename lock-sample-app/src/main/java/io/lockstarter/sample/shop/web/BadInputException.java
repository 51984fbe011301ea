package io.lockstarter.sample.shop.web;

/** Reports an invalid request. */
final class BadInputException extends RuntimeException {

	BadInputException(String message) {
		super(message);
	}

}
