package io.lockstarter.aop.key;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.lockstarter.internal.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Builds keys from a template, which is parsed once for a method. A template is literal
 * text with placeholders.
 * <ul>
 * <li>{@code #<order.id>}: an expression on the arguments. It may name a parameter with
 * or without its {@code #}. The first {@code >} outside of brackets, parentheses, braces
 * and quotes ends it.</li>
 * <li><code>#{#order.id}</code>: the same.</li>
 * <li>{@code #<each items.sku>}: one key for each element of a collection or an
 * array.</li>
 * <li>{@code #order.id}, {@code #p0}: a parameter and a path of properties.</li>
 * <li>{@code ##}: a literal {@code #}.</li>
 * <li>{@code ${shop.region}}: literal text from the environment, read when the template
 * is parsed.</li>
 * </ul>
 * <b>Guarantee</b>: within one template, values with different texts never give the same
 * key. For this purpose a few characters of a value are encoded: {@code %}, and the first
 * character of the text that follows; see {@code Escape}. A template with two adjacent
 * placeholders is refused. So is a template without placeholders that has one in another
 * notation, such as {@code {id}}.
 * <p>
 * <b>No guarantee</b>: the keys of two templates may be equal. Two values with the same
 * text (1 and 1L) give the same key. So may the values that one expression joins
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

	private final boolean each;

	KeyTemplate(String template, int parameters, List<String> literals, List<Placeholder> placeholders) {
		this.template = template;
		this.parameters = parameters;
		this.head = literals.get(0);
		this.placeholders = placeholders.toArray(Placeholder[]::new);
		this.tails = literals.subList(1, literals.size()).toArray(String[]::new);
		this.escapes = literals.stream().skip(1).map(Escape::before).toArray(Escape[]::new);
		this.each = placeholders.stream().anyMatch(Placeholder::isEach);
	}

	/**
	 * Parses a template.
	 * @param template the text
	 * @param method the method whose parameters the template may name
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @return the template
	 * @throws KeyTemplateException if the template is wrong
	 */
	public static KeyTemplate parse(String template, Method method, UnaryOperator<String> environment) {
		return new TemplateParser(template, Parameters.of(method), environment).parse();
	}

	/**
	 * Returns the template as it was written. It is also the name of the lock.
	 * @return the template
	 */
	public String template() {
		return this.template;
	}

	/**
	 * Builds the key for the arguments of a call.
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
		return key(arguments, null);
	}

	/**
	 * Returns the key of a template without placeholders.
	 * @return the key of every call, or {@code null} if it depends on the arguments
	 */
	public @Nullable String fixedKey() {
		return (this.placeholders.length == 0) ? this.head : null;
	}

	/**
	 * Returns whether the template gives one key for each element of a collection.
	 * @return {@code true} if one of its placeholders begins with {@code each}
	 */
	public boolean isEach() {
		return this.each;
	}

	/**
	 * Builds the keys for the arguments of a call.
	 * @param arguments all arguments of the method, in order
	 * @return one key, or one for each element: none if the collection is empty. Keys may
	 * be equal.
	 * @throws KeyTemplateException as for {@link #resolve}
	 */
	public List<String> resolveAll(@Nullable Object[] arguments) {
		List<String> elements = null;
		for (Placeholder placeholder : this.placeholders) {
			elements = placeholder.isEach() ? placeholder.resolveEach(arguments) : elements;
		}
		if (elements == null) {
			return List.of(resolve(arguments));
		}
		List<String> keys = new ArrayList<>(elements.size());
		for (String element : elements) {
			keys.add(key(arguments, element));
		}
		return keys;
	}

	private String key(@Nullable Object[] arguments, @Nullable String element) {
		StringBuilder key = new StringBuilder(64).append(this.head);
		for (int i = 0; i < this.placeholders.length; i++) {
			Placeholder placeholder = this.placeholders[i];
			String value = (element != null && placeholder.isEach()) ? element : placeholder.resolve(arguments);
			// Encoding never shortens a value, so a huge value is refused before it is
			// copied.
			checkLength(key.length() + (long) value.length(), this.placeholders[i].site());
			this.escapes[i].append(key, value);
			key.append(this.tails[i]);
			checkLength(key.length(), this.placeholders[i].site());
		}
		return key.toString();
	}

	/**
	 * Returns the declared types whose members or whose text the template reads. A native
	 * image needs them.
	 * @return the types
	 */
	public Set<Class<?>> types() {
		return Arrays.stream(this.placeholders)
			.flatMap((placeholder) -> placeholder.expression().types().stream())
			.collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Creates the exception for a key that a request does not accept.
	 * @param refusal the reason
	 * @return the exception
	 */
	public KeyTemplateException refuse(IllegalArgumentException refusal) {
		return new TemplatePosition(this.template, 0).refuse(
				"the arguments give no usable key: " + refusal.getMessage(),
				"begin the key with a fixed text: order:#<id>", refusal);
	}

	private void checkLength(long length, TemplatePosition site) {
		if (length > Limits.MAX_KEY_LENGTH) {
			throw site.refuse(
					"the key would have " + length + " or more characters, " + Limits.MAX_KEY_LENGTH + " are allowed",
					"put an id into the key instead of a long text");
		}
	}

	@Override
	public String toString() {
		return this.template;
	}

	/**
	 * Writes a value so that its end can be found again in the key.
	 * <p>
	 * The value ends where the next literal text begins. The first character (code point)
	 * of that text is the <em>terminator</em>. In the value, the terminator and the
	 * escape mark {@code %} are percent-encoded: the mark and two hex digits for each
	 * byte of UTF-8. Unpaired surrogates are encoded as well, in the three bytes that
	 * UTF-8 would have for them. Without this, each of them would reach Redis as the same
	 * {@code ?}.
	 * <p>
	 * If the next text begins with {@code %} itself, the mark is {@code ~}. With
	 * {@code %} as both mark and terminator, the values {@code a%} and {@code 25x} of
	 * {@code #<a>%#<b>} would give {@code a%25%25x}, and so would {@code a} and
	 * {@code 25%x}.
	 * <p>
	 * The encoding is injective. Proof: read a key from the left. A mark always begins a
	 * code, and the first byte of the code gives its length. Any other character stands
	 * for itself. A code may contain the terminator ({@code 5} is {@code %35}), so the
	 * first terminator outside of a code ends the value. The characters before it are the
	 * value. The same holds for the rest of the key after the literal text. A value
	 * without a text after it ends with the key. ends with the key.
	 */
	private static final class Escape {

		private static final int NO_TERMINATOR = -1;

		private static final String HEX = "0123456789ABCDEF";

		private final int terminator;

		private final char mark;

		private Escape(int terminator) {
			this.terminator = terminator;
			this.mark = (terminator == '%') ? '~' : '%';
		}

		static Escape before(String literal) {
			return new Escape(literal.isEmpty() ? NO_TERMINATOR : literal.codePointAt(0));
		}

		void append(StringBuilder key, String value) {
			int plain = plainPrefix(value);
			key.append(value, 0, plain);
			for (int i = plain; i < value.length();) {
				int character = value.codePointAt(i);
				if (character == this.mark || character == this.terminator || isUnpaired(character)) {
					appendCode(key, character);
				}
				else {
					key.appendCodePoint(character);
				}
				i += Character.charCount(character);
			}
		}

		private int plainPrefix(String value) {
			int length = value.length();
			for (int i = 0; i < length; i++) {
				char c = value.charAt(i);
				if (c == this.mark || c == this.terminator || Character.isSurrogate(c)) {
					return i;
				}
			}
			return length;
		}

		private void appendCode(StringBuilder key, int character) {
			if (character < 0x80) {
				appendByte(key, character);
				return;
			}
			int continuations = (character < 0x800) ? 1 : (character < 0x10000) ? 2 : 3;
			int lead = (0xFF00 >> (continuations + 1)) & 0xFF;
			appendByte(key, lead | (character >> (6 * continuations)));
			for (int i = continuations - 1; i >= 0; i--) {
				appendByte(key, 0x80 | ((character >> (6 * i)) & 0x3F));
			}
		}

		private void appendByte(StringBuilder key, int value) {
			key.append(this.mark).append(HEX.charAt(value >> 4)).append(HEX.charAt(value & 0xF));
		}

		private static boolean isUnpaired(int character) {
			return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
		}

	}

}
