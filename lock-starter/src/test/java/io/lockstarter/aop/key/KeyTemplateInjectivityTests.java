package io.lockstarter.aop.key;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Within a template, different values never give the same key.
 */
class KeyTemplateInjectivityTests {

	// The seed is fixed, so that a failing build points to its own change. Set
	// -Dkey.seed=… for other seeds.
	private final long seed = Long.getLong("key.seed", 20_261_116L);

	@Test
	void valuesCanBeRecoveredFromEveryKey() {
		Random random = new Random(this.seed);
		int forgeries = 0;
		for (int i = 0; i < 6_000; i++) {
			RandomTemplate shape = RandomTemplate.next(random);
			KeyTemplate template = Shop.template(shape.text(), "three");
			Map<String, List<String>> seen = new HashMap<>();
			List<List<String>> tuples = new ArrayList<>();
			for (int j = 0; j < 5; j++) {
				tuples.add(shape.values(random));
			}
			for (int j = 0; j < tuples.size() && j < 15; j++) {
				List<String> values = tuples.get(j);
				String key = template.resolve(shape.arguments(values));
				check(shape, values, key, seen);
				List<String> forged = shape.forgedValues(key, random);
				// A forged value made from a forged value grows by each encoding, and
				// would exceed every limit.
				if (!forged.isEmpty() && key.length() < 100) {
					tuples.add(forged);
					forgeries++;
				}
			}
		}
		// The test proves something only if the generator made enough cases.
		assertThat(forgeries).as("seed %d", this.seed).isGreaterThan(30_000);
	}

	private void check(RandomTemplate template, List<String> values, String key, Map<String, List<String>> seen) {
		String inRedis = new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
		assertThat(inRedis).as("seed %d: %s", this.seed, template).isEqualTo(key);
		List<String> other = seen.put(key, values);
		if (other != null) {
			assertThat(other).as("seed %d: %s gives %s for", this.seed, template, key).isEqualTo(values);
		}
		assertThat(KeyDecoder.decode(key, template.literals())).as("seed %d: %s from %s", this.seed, template, key)
			.isEqualTo(values);
	}

	@ParameterizedTest
	@ValueSource(strings = { ":", "%", "~", "2", "5", "3", "0", "D", "A", "a", "c", "%25", "25", "5%", "~df", "::",
			"\uD83D\uDE00", "é" })
	void allShortValuesGiveDifferentKeys(String separator) {
		KeyTemplate template = Shop.template("#<a>" + separator + "#<b>", "three");
		List<String> values = shortValues(List.of("%", "2", "5", separator.substring(0, 1), "~", "x"));
		Map<String, String> seen = new HashMap<>();
		for (String a : values) {
			for (String b : values) {
				String key = template.resolve(new Object[] { a, b, "unused" });
				String other = seen.put(key, a + " and " + b);
				if (other != null) {
					fail("%s and %s both give %s", other, a + " and " + b, key);
				}
			}
		}
	}

	// The alphabet may already contain the separator's first char, so duplicates are
	// removed.
	private static List<String> shortValues(List<String> alphabet) {
		List<String> values = new ArrayList<>(alphabet.stream().distinct().toList());
		for (int from = 0; values.size() < 250;) {
			String prefix = values.get(from++);
			for (String next : alphabet.stream().distinct().toList()) {
				values.add(prefix + next);
			}
		}
		return values;
	}

	@Test
	void percentAsSeparatorIsNotAnEscape() {
		assertThat(Shop.key("#<a>%#<b>", "three", "a%", "25x", "")).isEqualTo("a~25%25x")
			.isNotEqualTo(Shop.key("#<a>%#<b>", "three", "a", "25%x", ""));
	}

	@Test
	void onlyAmbiguousCharactersAreEncoded() {
		assertThat(Shop.key("#<a>:#<b>:#<c>", "three", "1:2", "100%", "x:y")).isEqualTo("1%3A2:100%25:x:y");
		assertThat(Shop.key("#<a>/#<b>", "three", "a:b", "c/d%", "")).isEqualTo("a:b/c/d%25");
		assertThat(Shop.key("#<a>5#<b>", "three", "5%~", "5", "")).isEqualTo("%35%25~55");
		assertThat(Shop.key("#<a>%", "three", "5%~", "", "")).isEqualTo("5~25~7E%");
		assertThat(Shop.key("#<a>é#<b>", "three", "é", "é\uD83D", "")).isEqualTo("%C3%A9éé%ED%A0%BD");
		assertThat(Shop.key("#<a>\uD83D\uDE00", "three", "\uD83D\uDE00\uD83D\uDE01", "", ""))
			.isEqualTo("%F0%9F%98%80\uD83D\uDE01\uD83D\uDE00");
	}

}
