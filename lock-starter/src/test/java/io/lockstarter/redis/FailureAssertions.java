package io.lockstarter.redis;

import java.util.List;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Asserts that commands fail with an outcome and a message. */
final class FailureAssertions {

	private FailureAssertions() {
	}

	static void everyWriteFails(LockStore store, Outcome outcome, String... words) {
		fails(() -> store.acquire("key", "mine", 1000), outcome, words).withMessageContaining("acquire lock 'key'");
		everyScriptFails(store, outcome, words);
		fails(() -> store.renew(List.of(renewal("key", "mine", 200_000))), outcome, words)
			.withMessageContaining("renew lock 'key'");
		fails(() -> store.releaseAll(List.of(new Release("key", "mine", 0))), outcome, words)
			.withMessageContaining("release lock 'key'");
	}

	static void everyScriptFails(LockStore store, Outcome outcome, String... words) {
		fails(() -> store.contend("key", "mine", 1000, null), outcome, words)
			.withMessageContaining("Could not acquire lock 'key'");
		fails(() -> store.release(new Release("key", "mine", 0)), outcome, words)
			.withMessageContaining("release lock 'key'");
	}

	static ThrowableAssertAlternative<StoreException> fails(ThrowingCallable command, Outcome outcome,
			String... words) {
		ThrowableAssertAlternative<StoreException> failure = assertThatExceptionOfType(StoreException.class)
			.isThrownBy(command)
			.satisfies((ex) -> assertThat(ex.outcome()).as(ex.getMessage()).isEqualTo(outcome));
		for (String word : words) {
			failure.withMessageContaining(word);
		}
		return failure;
	}

}
