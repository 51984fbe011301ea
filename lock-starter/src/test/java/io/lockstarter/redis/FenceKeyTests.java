package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import io.lockstarter.LockRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FenceKeyTests {

	@ParameterizedTest
	@CsvSource({ "order:42, lock:~fence:{lock:order:42}", "a{b, lock:~fence:{lock:a{b}", "a{b}c, lock:~fence:{b}a{b}c",
			"x}y{b}, lock:~fence:{b}x}y{b}" })
	void counterNameIsReadable(String key, String counter) {
		assertThat(FenceKey.of("lock:", key)).isEqualTo(counter);
	}

	@ParameterizedTest
	@ValueSource(strings = { "lock:", "", "{app}:", "{", "}", "{}", "a{b" })
	void counterIsInTheSlotOfItsLockForEveryKey(String prefix) {
		Random random = new Random(7);
		for (int i = 0; i < 300; i++) {
			String key = word(random);
			assertThat(slot(FenceKey.of(prefix, key))).as(prefix + key).isEqualTo(slot(prefix + key));
		}
	}

	@Test
	void countersOfDifferentLocksDiffer() {
		Random random = new Random(11);
		Map<String, String> seen = new HashMap<>();
		for (int i = 0; i < 3000; i++) {
			String key = word(random);
			String other = seen.putIfAbsent(FenceKey.of("lock:", key), key);
			assertThat(other == null || other.equals(key)).as("%s and %s", key, other).isTrue();
		}
	}

	/**
	 * Does not try prefixes that are refused at start-up, with a ~ or an unclosed tag.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "lock:", "", "{app}:", "{app}", "}", "{}", "a{b}c", "{}{a}", "}{a}", "f" })
	void counterIsNoKeyOfAUser(String prefix) {
		Random random = new Random(13);
		for (int i = 0; i < 3000; i++) {
			String counter = FenceKey.of(prefix, word(random));
			if (counter.startsWith(prefix)) {
				assertThatIllegalArgumentException().as(counter)
					.isThrownBy(() -> LockRequest.of(counter.substring(prefix.length())));
			}
		}
	}

	private static String word(Random random) {
		String letters = "{}{}:aé→😀";
		StringBuilder word = new StringBuilder();
		for (int i = 1 + random.nextInt(8); i > 0; i--) {
			word.appendCodePoint(letters.codePointAt(letters.offsetByCodePoints(0, random.nextInt(9))));
		}
		return word.toString();
	}

	private static int slot(String key) {
		return ClusterSlotHashUtil.calculateSlot(key.getBytes(StandardCharsets.UTF_8));
	}

}
