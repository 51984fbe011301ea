package io.lockstarter.autoconfigure;

/**
 * One value of a property that cannot work.
 *
 * @param property the property's full name
 * @param value its value
 * @param problem what is wrong with it
 * @param fix what to do about it
 */
record PropertyProblem(String property, String value, String problem, String fix) {

	@Override
	public String toString() {
		return this.property + " '" + this.value + "' " + this.problem;
	}

}
