package io.lockstarter.sample.fleet;

import java.util.function.Consumer;

/** How a mishap goes. */
interface Play {

	Mishap mishap();

	/** Throws a {@link ProblemException} where it cannot be played. */
	void check();

	/**
	 * Lets it happen, and tells it line by line.
	 * @return the last line
	 */
	String play(Consumer<String> teller) throws Exception;

}
