package io.lockstarter.aop.definition;

/**
 * Describes an error in a definition or a property, and its fix.
 *
 * @param what the subject, such as a property, an attribute with its value, or a bean
 * @param problem the error
 * @param fix the action that corrects the error
 */
public record Problem(String what, String problem, String fix) {

	/**
	 * Creates a problem for a value.
	 * @param name the name of the property or attribute that has the value
	 * @param value the value
	 * @param problem the error, as the end of a sentence that begins with the value
	 * @param fix the action that corrects the error
	 * @return the problem
	 */
	public static Problem ofValue(String name, String value, String problem, String fix) {
		return new Problem(name, "'" + value + "' " + problem, fix);
	}

}
