package io.lockstarter.aop.key;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Random text is parsed or refused: no other exception, and no endless loop.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeyTemplateFuzzTests {

	private static final List<String> TOKENS = List.of("#", "<", ">", "#<", "#{", "${", "}", "{", "##", "'", "\"", "(",
			")", "[", "]", ".", "?.", "?", ":", "?:", "+", "-", "++", "--", "!", "=", "==", "@", "&", "T(", "new ", "a",
			"b", "order", "id", "name", "items", "customer", ".id", "p0", "#this", "#root", ".?[", ".![", "1", "0x",
			"9e", "99999999999", " ", "\t", "\n", "%", "\\", "null", "true", "matches", "instanceof", "between", "é",
			"\uD83D\uDE00", "\uD83D", "\u0000", ",", "|", "^", "*", "/", "$", "_", ".concat(", ".size()", "[0]");

	private final long seed = Long.getLong("key.seed", 20_261_116L);

	@Test
	void randomTextIsParsedOrRefused() {
		Random random = new Random(this.seed);
		Object[] arguments = { Shop.order("1"), 42L, "Bob" };
		int keys = 0;
		for (int i = 0; i < 30_000; i++) {
			String text = garbage(random);
			keys += attempt(text,
					() -> KeyTemplate.parse(text, Shop.method("buy"), (property) -> property.contains("a") ? "#<" : "")
						.resolve(arguments));
			String expression = "#<" + garbage(random) + ">";
			keys += attempt(expression, () -> Shop.key(expression, "buy", arguments));
			attempt(text, () -> ConditionExpression.parse(text, Shop.method("buy"), (condition) -> condition)
				.matches(arguments));
		}
		assertThat(keys).as("seed %d", this.seed).isGreaterThan(1000);
	}

	private int attempt(String text, Supplier<Object> action) {
		try {
			return (action.get() != null) ? 1 : 0;
		}
		catch (KeyTemplateException ex) {
			assertThat(ex.position()).as("seed %d: %s", this.seed, text).isBetween(0, ex.template().length());
			return 0;
		}
		catch (RuntimeException | StackOverflowError ex) {
			return fail("seed %d: %s".formatted(this.seed, text), ex);
		}
	}

	private static String garbage(Random random) {
		StringBuilder text = new StringBuilder();
		int length = random.nextInt(random.nextInt(20) == 0 ? 200 : 8);
		for (int i = 0; i < length; i++) {
			text.append(TOKENS.get(random.nextInt(TOKENS.size())));
		}
		return text.toString();
	}

	@Test
	void longRepetitionsAreParsedOrRefused() {
		Object[] arguments = { Shop.order("1"), 42L, "Bob" };
		for (String token : TOKENS) {
			String body = token.repeat(10_000);
			attempt(token, () -> Shop.key(body, "buy", arguments));
			attempt(token, () -> Shop.key("#<" + body + ">", "buy", arguments));
			attempt(token, () -> Shop.key("#<id" + body.substring(0, 990) + ">", "buy", arguments));
			attempt(token, () -> Shop.key("#<" + body.substring(0, 990) + "id>", "buy", arguments));
			attempt(token, () -> Shop.key("#id" + " ".repeat(10_000) + body, "buy", arguments));
		}
	}

}
