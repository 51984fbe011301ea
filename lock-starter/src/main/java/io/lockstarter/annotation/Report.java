package io.lockstarter.annotation;

import io.lockstarter.key.KeyTemplateException;

/** Adds what is wrong with one method to the problems of all. */
final class Report {

	private final String where;

	private final Problems problems;

	Report(LockAnnotations annotated, Problems problems) {
		this.where = Problem.where(annotated.namedClass(), annotated.method());
		this.problems = problems;
	}

	void attribute(String name, Object value, String problem, String fix) {
		method(name + " = \"" + value + "\"", problem, fix);
	}

	void attribute(String name, KeyTemplateException ex) {
		attribute(name, ex.template(), ex.problem() + " (at index " + ex.position() + ")", ex.fix());
	}

	void method(String what, String problem, String fix) {
		this.problems.add(new Problem(this.where + ": " + what, problem, fix));
	}

}
