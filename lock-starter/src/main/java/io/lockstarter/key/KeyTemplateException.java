package io.lockstarter.key;

import io.lockstarter.InvalidLockDefinitionException;
import org.jspecify.annotations.Nullable;

/**
 * A template or condition that cannot be used, or arguments that it makes no key of. The
 * message shows the text, the position, what is wrong and what to write instead. It does
 * not show the values of arguments, except where an expression fails with a message that
 * does.
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
	 * The text as it was written.
	 * @return the template or condition
	 */
	public String template() {
		return this.template;
	}

	/**
	 * Where it goes wrong, counted in chars from 0.
	 * @return an index in the template; its length if something is missing at the end
	 */
	public int position() {
		return this.position;
	}

	/**
	 * What is wrong, in one sentence.
	 * @return the problem
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * What to do about it, in one sentence.
	 * @return the fix
	 */
	public String fix() {
		return this.fix;
	}

	private static String message(String template, int position, String problem, String fix) {
		// One line and one column per char, or the caret would point at the wrong place.
		String line = template.replaceAll("\\p{Cntrl}", " ");
		return "\"" + template + "\" at index " + position + ": " + problem + "\n\t" + line + "\n\t"
				+ " ".repeat(position) + "^\nFix: " + fix;
	}

}
