package io.lockstarter.aop.key;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Generates a template for {@code Shop.three} with one to three placeholders, and values
 * that could make its keys ambiguous.
 */
record RandomTemplate(String text, List<String> literals, List<Integer> parameters) {

	private static final List<String> SPECIAL_CHARACTERS = List.of("%", "#", "<", ">", "{", "}", "$", ":", "~", "0",
			"2", "3", "5", "7", "A", "C", "D", "E", "F", "a", "c", "d", "f", "h", "p", "25", "%25", "%3A", "~cf", "~ho",
			"é", "中", "+", " ", "\n", "\u0000", "\uD83D\uDE00", "\uD83D\uDE01", ".", "(", "[", "?", "_", "\\", "\uFFFD",
			"?");

	private static final List<String> HALVES = List.of("\uD83D", "\uDE00", "\uDE01", "\uDFFF");

	static RandomTemplate next(Random random) {
		List<Integer> parameters = new ArrayList<>(List.of(0, 1, 2));
		Collections.shuffle(parameters, random);
		parameters = parameters.subList(0, 1 + random.nextInt(3));
		List<String> literals = new ArrayList<>();
		String first = random.nextBoolean() ? "" : literal(random, 2);
		literals.add(first.startsWith("~") ? "x" + first : first); // ~ is reserved
		StringBuilder text = new StringBuilder(written(literals.get(0)));
		for (int i = 0; i < parameters.size(); i++) {
			boolean last = i == parameters.size() - 1;
			literals.add((last && random.nextBoolean()) ? "" : literal(random, 3));
			text.append(placeholder(random, "abc".substring(parameters.get(i), parameters.get(i) + 1)));
			text.append(written(literals.get(i + 1)));
		}
		return new RandomTemplate(text.toString(), literals, parameters);
	}

	// Other tests cover the shorthand, since it would consume much of this text.
	private static String placeholder(Random random, String name) {
		return switch (random.nextInt(4)) {
			case 0 -> "#<" + name + ">";
			case 1 -> "#<#" + name + ">";
			case 2 -> "#{" + name + "}";
			default -> "#<" + name + ".toString()>";
		};
	}

	private static String written(String literal) {
		return literal.replace("#", "##");
	}

	private static String literal(Random random, int parts) {
		return pick(random, SPECIAL_CHARACTERS, 1 + random.nextInt(parts)).replace("${", "$");
	}

	List<String> values(Random random) {
		List<String> values = new ArrayList<>();
		for (int i = 0; i < this.parameters.size(); i++) {
			values.add(value(random));
		}
		return values;
	}

	private String value(Random random) {
		StringBuilder value = new StringBuilder();
		int parts = 1 + random.nextInt(5);
		for (int i = 0; i < parts; i++) {
			String literal = this.literals.get(random.nextInt(this.literals.size()));
			switch (random.nextInt(6)) {
				case 0 -> value.append(literal);
				case 1 -> value.append(literal, 0, Math.min(1, literal.length()));
				case 2 -> value.append(pick(random, HALVES, 1));
				default -> value.append(pick(random, SPECIAL_CHARACTERS, 1));
			}
		}
		return value.isEmpty() ? "x" : value.toString();
	}

	/**
	 * Creates values that would give exactly this key if nothing were encoded.
	 * @param key a key of this template
	 * @param random chooses the positions of the cuts
	 * @return the values, or an empty list if the cuts do not fit
	 */
	List<String> forgedValues(String key, Random random) {
		List<String> values = new ArrayList<>();
		int start = this.literals.get(0).length();
		for (int i = 1; i < this.literals.size(); i++) {
			String literal = this.literals.get(i);
			boolean last = i == this.literals.size() - 1;
			int end = last ? key.length() - literal.length() : key.indexOf(literal, start + 1);
			while (!last && end >= 0 && random.nextBoolean() && key.indexOf(literal, end + 1) >= 0) {
				end = key.indexOf(literal, end + 1);
			}
			if (end <= start) {
				return List.of();
			}
			values.add(key.substring(start, end));
			start = end + literal.length();
		}
		return values;
	}

	Object[] arguments(List<String> values) {
		Object[] arguments = new Object[3];
		for (int i = 0; i < values.size(); i++) {
			arguments[this.parameters.get(i)] = values.get(i);
		}
		return arguments;
	}

	private static String pick(Random random, List<String> from, int count) {
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < count; i++) {
			text.append(from.get(random.nextInt(from.size())));
		}
		return text.toString();
	}

}
