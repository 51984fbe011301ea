package io.lockstarter.engine;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TokensTests {

	private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

	private final Tokens tokens = Tokens.draw("shop", InstantSource.fixed(TIME));

	@Test
	void everyTokenIsUniqueAcrossThreads() {
		Set<String> seen = ConcurrentHashMap.newKeySet();
		IntStream.range(0, 10_000).parallel().forEach((i) -> seen.add(this.tokens.next()));
		assertThat(seen).hasSize(10_000);
	}

	@Test // rule N (instance ids)
	void everyInstanceIdIsUnique() {
		Set<String> seen = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			seen.add(Tokens.draw("shop", InstantSource.fixed(TIME)).instance());
		}
		assertThat(seen).hasSize(1000);
	}

	@Test
	void tokenContainsTheInstanceAndTheTime() {
		String token = this.tokens.next();
		assertThat(token).startsWith("shop-");
		assertThat(Tokens.instanceOf(token)).contains(this.tokens.instance());
		assertThat(Tokens.timeOf(token)).contains(TIME);
	}

	@Test
	void numbersAreWrittenWithLettersAndDigits() {
		String time = ":" + Long.toString(TIME.toEpochMilli(), 36);
		Tokens named = new Tokens("i", InstantSource.fixed(TIME));
		for (int i = 1; i < 2000; i++) {
			assertThat(named.next()).isEqualTo("i:" + Integer.toString(i, 36) + time);
		}
		assertThat(new Tokens("i", InstantSource.fixed(Instant.EPOCH)).next()).isEqualTo("i:1:0");
		assertThat(new Tokens("i", InstantSource.fixed(Instant.EPOCH.minusSeconds(1))).next()).isEqualTo("i:1:0");
		assertThat(new Tokens("i", () -> Instant.ofEpochMilli(Long.MAX_VALUE)).next())
			.isEqualTo("i:1:" + Long.toString(Long.MAX_VALUE, 36));
	}

	@Test
	void onlyOwnTokensAreOurs() {
		Tokens others = Tokens.draw("shop", InstantSource.fixed(TIME));
		assertThat(this.tokens.isOurs(this.tokens.next())).isTrue();
		assertThat(this.tokens.isOurs(others.next())).isFalse();
		assertThat(this.tokens.isOurs(this.tokens.instance())).isFalse();
	}

	@Test
	void foreignValuesHaveNoInstanceAndNoTime() {
		assertThat(Tokens.instanceOf("whatever")).isEmpty();
		assertThat(Tokens.timeOf("whatever")).isEmpty();
		assertThat(Tokens.timeOf("a:b:!")).isEmpty();
	}

	@Test
	void nameCannotBreakTheFormatOfAToken() {
		String token = Tokens.draw("~a:b c", InstantSource.fixed(TIME)).next();
		assertThat(token).startsWith("_a_b_c-");
		assertThat(Tokens.timeOf(token)).contains(TIME);
	}

}
