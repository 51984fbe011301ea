package io.lockstarter.aop.key;

import io.lockstarter.InvalidLockDefinitionException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a template or condition cannot be used, or if it gives no key for the
 * arguments of a call. The message shows the text, the position, the error and the fix.
 * It does not show the values of arguments, unless the message of a failed expression
 * contains them. The caller of this package adds the class and the method.
 */
public class KeyTemplateException extends InvalidLockDefinitionException {

	private final String template;

	private final int position;

	private final String problem;

	private final String fix;

	KeyTemplateException(String template, int position, String problem, String fix, @Nullable Throwable cause) {
		super(message(template, position, problem, fix), cause);
		this.template = template;
		this.position = position;
		this.problem = problem;
		this.fix = fix;
	}

	/**
	 * Returns the text as it was written.
	 * @return the template or condition
	 */
	public String template() {
		return this.template;
	}

	/**
	 * Returns the position of the error, counted in chars from 0.
	 * @return an index in the template; its length if something is missing at the end
	 */
	public int position() {
		return this.position;
	}

	/**
	 * Returns the error, in one sentence.
	 * @return the problem
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Returns the action that corrects the error, in one sentence.
	 * @return the fix
	 */
	public String fix() {
		return this.fix;
	}

	private static String message(String template, int position, String problem, String fix) {
		// The template must fit on one line, or the caret would point at the wrong
		// column.
		String line = template.replaceAll("\\p{Cntrl}", " ");
		return "\"" + template + "\" at index " + position + ": " + problem + "\n\t" + line + "\n\t"
				+ " ".repeat(position) + "^\nFix: " + fix;
	}

}
