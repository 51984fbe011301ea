package io.lockstarter.aop.key;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.lockstarter.internal.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Splits a template, from left to right, into literals and placeholders. There is always
 * one literal more than placeholders. Text from the environment becomes part of a
 * literal, and is not parsed again.
 */
final class TemplateParser {

	private final String template;

	private final Parameters parameters;

	private final UnaryOperator<String> environment;

	private final Concatenation concatenation;

	private final List<String> literals = new ArrayList<>();

	private final List<Placeholder> placeholders = new ArrayList<>();

	private final StringBuilder literal = new StringBuilder();

	private @Nullable ForeignPlaceholder foreign;

	private int index;

	TemplateParser(String template, Parameters parameters, UnaryOperator<String> environment) {
		this.template = template;
		this.parameters = parameters;
		this.environment = environment;
		this.concatenation = new Concatenation(template);
	}

	KeyTemplate parse() {
		checkText(this.template, null);
		while (this.index < this.template.length()) {
			if (at("##")) {
				this.literal.append('#');
				this.index += 2;
			}
			else if (at("#<")) {
				expression('>');
			}
			else if (at("#{")) {
				expression('}');
			}
			else if (at("#")) {
				shorthand();
			}
			else if (at("${")) {
				property();
			}
			else {
				if (this.foreign == null) {
					this.foreign = ForeignPlaceholder.at(this.index, this.template, this.parameters);
				}
				this.literal.append(this.template.charAt(this.index++));
			}
		}
		this.literals.add(this.literal.toString());
		this.concatenation.refuse();
		if (this.foreign != null && this.placeholders.isEmpty()) {
			throw this.foreign.refuse(this.template);
		}
		checkWhole();
		return new KeyTemplate(this.template, this.parameters.argumentCount(), this.literals, this.placeholders);
	}

	private void expression(char end) {
		int start = this.index;
		int last = Brackets.endOfExpression(this.template, start, end);
		String body = this.template.substring(start + 2, last);
		if (end == '>' && isHalfOfComparison(body, last)) {
			throw site(last).refuse("this > ends the placeholder, but it looks like a part of a comparison",
					"put the comparison into parentheses: #<(a > b) ? 'x' : 'y'>");
		}
		this.concatenation.closed(start, last + 1);
		placeholder(start, last + 1, start + 2, body);
	}

	private boolean isHalfOfComparison(String body, int last) {
		int next = this.template.indexOf('>', last + 1);
		int hash = this.template.indexOf('#', last + 1);
		boolean another = next >= 0 && (hash < 0 || next < hash);
		return another && body.endsWith(" ") && !body.startsWith(" ");
	}

	private void shorthand() {
		int start = this.index;
		int end = Shorthand.end(this.template, start);
		this.concatenation.shorthand(start, end);
		placeholder(start, end, start, this.template.substring(start, end));
	}

	private void placeholder(int start, int end, int bodyStart, String body) {
		if (!this.placeholders.isEmpty() && this.literal.isEmpty()) {
			throw site(start).refuse(
					"nothing separates two placeholders: the values 1,23 and 12,3 would give the same key",
					"put a separator between them, such as a colon");
		}
		ArgumentExpression expression = parse(body, site(bodyStart));
		this.placeholders.add(new Placeholder(this.template.substring(start, end), site(start), expression));
		this.literals.add(this.literal.toString());
		this.literal.setLength(0);
		this.index = end;
	}

	private ArgumentExpression parse(String body, TemplatePosition site) {
		String text = body.strip();
		if (!EachExpression.is(text)) {
			return ArgumentExpression.parse(body, site, this.parameters);
		}
		if (this.placeholders.stream().anyMatch(Placeholder::isEach)) {
			throw site.refuse("the key has two placeholders with 'each'",
					"use 'each' once, and compute the values in a method: #<each order.keys>");
		}
		return EachExpression.parse(text, site.plus(body.indexOf(text)), this.parameters);
	}

	private void property() {
		int start = this.index;
		int end = Brackets.endOfProperty(this.template, start) + 1;
		String property = this.template.substring(start, end);
		String value = EnvironmentProperties.resolve(property, site(start), this.environment);
		checkText(value, site(start));
		this.concatenation.closed(start, end);
		this.literal.append(value);
		this.index = end;
	}

	// An unpaired surrogate would reach Redis as a question mark.
	private void checkText(String text, @Nullable TemplatePosition origin) {
		for (int i = 0; i < text.length(); i++) {
			if (Character.isHighSurrogate(text.charAt(i)) && i + 1 < text.length()
					&& Character.isLowSurrogate(text.charAt(i + 1))) {
				i++;
			}
			else if (Character.isSurrogate(text.charAt(i))) {
				throw ((origin != null) ? origin : site(i)).refuse("half of a surrogate pair is not a character",
						"write the whole character");
			}
		}
	}

	private void checkWhole() {
		int length = this.literals.stream().mapToInt(String::length).sum() + this.placeholders.size();
		if (length > Limits.MAX_KEY_LENGTH) {
			throw site(0).refuse(
					"the shortest key has " + length + " characters, " + Limits.MAX_KEY_LENGTH + " are allowed",
					"shorten the text");
		}
		// If the key begins with a placeholder, the request checks the value at each
		// call.
		if (this.literals.get(0).startsWith("~")) {
			throw site(0).refuse("the key begins with ~, which is reserved for keys of the library",
					"begin it with another character: order:#<id>");
		}
		if (this.placeholders.isEmpty() && this.literals.get(0).isBlank()) {
			throw site(0).refuse("the key is blank", "name the resource to lock: order:#<id>");
		}
	}

	private boolean at(String prefix) {
		return this.template.startsWith(prefix, this.index);
	}

	private TemplatePosition site(int position) {
		return new TemplatePosition(this.template, position);
	}

}
