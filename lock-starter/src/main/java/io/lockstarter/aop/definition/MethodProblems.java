package io.lockstarter.aop.definition;

import io.lockstarter.aop.key.KeyTemplateException;

/** Adds the errors of one method to the list of all errors. */
public final class MethodProblems {

	private final LockAnnotations annotated;

	private final Problems problems;

	/**
	 * Creates a report on one method.
	 * @param annotated the method
	 * @param problems receives all errors
	 */
	public MethodProblems(LockAnnotations annotated, Problems problems) {
		this.annotated = annotated;
		this.problems = problems;
	}

	/**
	 * Returns the class of the object that has the method.
	 * @return the class, which may inherit the method
	 */
	public Class<?> targetClass() {
		return this.annotated.targetClass();
	}

	void attribute(String name, Object value, String problem, String fix) {
		method(name + " = \"" + value + "\"", problem, fix);
	}

	void attribute(String name, KeyTemplateException ex) {
		attribute(name, ex.template(), ex.problem() + " (at index " + ex.position() + ")", ex.fix());
	}

	/**
	 * Adds an error of the method.
	 * @param what the subject
	 * @param problem the error
	 * @param fix the action that corrects the error
	 */
	public void method(String what, String problem, String fix) {
		this.problems.add(new Problem(this.annotated.where() + ": " + what, problem, fix));
	}

	/**
	 * Adds an error of the whole class. It is reported once for all methods.
	 * @param what the subject
	 * @param problem the error
	 * @param fix the action that corrects the error
	 */
	public void type(String what, String problem, String fix) {
		this.problems.add(new Problem(this.annotated.namedClass().getName() + ": " + what, problem, fix));
	}

}
