package io.lockstarter.key;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.lockstarter.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * The template of a key, parsed once for a method: literal text with placeholders.
 * <ul>
 * <li>{@code #<order.id>}: an expression on the arguments, in which a parameter can be
 * named with or without its {@code #}. A {@code >} ends it, except in brackets,
 * parentheses, braces and quotes.</li>
 * <li><code>#{#order.id}</code>: the same.</li>
 * <li>{@code #order.id}, {@code #p0}: a parameter and a path of properties.</li>
 * <li>{@code ##}: a literal {@code #}.</li>
 * <li>{@code ${shop.region}}: literal text from the environment, read when parsing.</li>
 * </ul>
 * <b>Guaranteed</b>: values with different texts never give the same key of one template,
 * whatever is in them. For this a few characters of a value are encoded: {@code %}, and
 * the first character of the text that follows; see {@code Escape}. Two placeholders with
 * nothing between them are refused.
 * <p>
 * <b>Not guaranteed</b>: that the keys of two templates differ, or that two values whose
 * text is the same (1 and 1L) are told apart, or what an expression itself puts together
 * ({@code #<a + b>}).
 * <p>
 * Immutable, and safe for use by many threads.
 */
public final class KeyTemplate {

	private final String template;

	private final int parameters;

	private final String head;

	private final Placeholder[] placeholders;

	private final String[] tails;

	private final Escape[] escapes;

	KeyTemplate(String template, int parameters, List<String> literals, List<Placeholder> placeholders) {
		this.template = template;
		this.parameters = parameters;
		this.head = literals.get(0);
		this.placeholders = placeholders.toArray(Placeholder[]::new);
		this.tails = literals.subList(1, literals.size()).toArray(String[]::new);
		this.escapes = literals.stream().skip(1).map(Escape::before).toArray(Escape[]::new);
	}

	/**
	 * Parses a template.
	 * @param template the text
	 * @param method the method whose parameters it may name
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @return the template
	 * @throws KeyTemplateException if it is wrong
	 */
	public static KeyTemplate parse(String template, Method method, UnaryOperator<String> environment) {
		return new TemplateParser(template, Parameters.of(method), environment).parse();
	}

	/**
	 * The name of the lock: the template as it was written.
	 * @return the template
	 */
	public String template() {
		return this.template;
	}

	/**
	 * The key for the arguments of a call.
	 * @param arguments all arguments of the method, in order
	 * @return the key, not empty; always the same object if there are no placeholders
	 * @throws KeyTemplateException if a value is null or empty or has no usable text, or
	 * if the key is too long
	 */
	public String resolve(@Nullable Object[] arguments) {
		if (this.placeholders.length == 0) {
			return this.head;
		}
		if (arguments.length != this.parameters) {
			throw new IllegalArgumentException(
					this.parameters + " arguments expected for " + this.template + ", not " + arguments.length);
		}
		StringBuilder key = new StringBuilder(64).append(this.head);
		for (int i = 0; i < this.placeholders.length; i++) {
			String value = this.placeholders[i].resolve(arguments);
			// An encoded value is never shorter: a huge one need not be copied first.
			checkLength(key.length() + (long) value.length(), this.placeholders[i].site());
			this.escapes[i].append(key, value);
			key.append(this.tails[i]);
			checkLength(key.length(), this.placeholders[i].site());
		}
		return key.toString();
	}

	/**
	 * The types whose members and whose text the template reads, as far as declared types
	 * tell: a native image has to know them.
	 * @return the types
	 */
	public Set<Class<?>> types() {
		return Arrays.stream(this.placeholders)
			.flatMap((placeholder) -> placeholder.expression().types().stream())
			.collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Makes the exception for a key that a request does not accept.
	 * @param refusal why it was refused
	 * @return the exception
	 */
	public KeyTemplateException refuse(IllegalArgumentException refusal) {
		return new Site(this.template, 0).refuse("the arguments make no key that can be used: " + refusal.getMessage(),
				"begin the key with a fixed text: order:#<id>", refusal);
	}

	private void checkLength(long length, Site site) {
		if (length > LockRequest.MAX_KEY_LENGTH) {
			throw site.refuse("the key would have " + length + " or more characters, " + LockRequest.MAX_KEY_LENGTH
					+ " are allowed", "put an id into the key instead of a long text");
		}
	}

	@Override
	public String toString() {
		return this.template;
	}

}
