package io.lockstarter.sample.fleet.failure;

import java.util.function.Consumer;

import io.lockstarter.sample.fleet.ProblemException;

/** Causes one kind of failure, and describes what happens. */
interface FailureDemo {

	FailureKind kind();

	/** Throws a {@link ProblemException} if the failure cannot be caused now. */
	void check();

	/**
	 * Causes the failure, and describes it step by step.
	 * @return the text of the last step
	 */
	String run(Consumer<String> steps) throws Exception;

}
