package io.lockstarter.store;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Tests the contract of every {@link LockStore}. The store is empty before each test. */
@Timeout(60)
public abstract class LockStoreContractTests {

	private static final long LONG = 30_000;

	/** The store under test. */
	protected abstract LockStore store();

	/** Returns a ttl that ends soon, but not before the reply on a busy machine. */
	protected long shortTtl() {
		return 150;
	}

	/** Returns how often each thread tries in a race; more for a faster store. */
	protected int fuzzAttempts() {
		return 200;
	}

	@Test
	void acquireWhenFreeTakesTheKeyForTheTtl() {
		assertThat(store().acquire("key", "mine", LONG)).isTrue();
		assertHeld("key", "mine", LONG);
	}

	@Test
	void acquireWhenHeldIsRefusedAndChangesNothing() {
		store().acquire("key", "other", LONG);
		assertThat(store().acquire("key", "mine", 2 * LONG)).isFalse();
		assertHeld("key", "other", LONG);
	}

	@Test
	void acquireByTheSameTokenIsRefusedToo() {
		store().acquire("key", "mine", LONG);
		assertThat(store().acquire("key", "mine", LONG)).isFalse();
	}

	@Test
	void keysAreIndependent() {
		assertThat(store().acquire("a", "mine", LONG)).isTrue();
		assertThat(store().acquire("b", "other", LONG)).isTrue();
		assertThat(store().release(new Release("a", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertHeld("b", "other", LONG);
	}

	@Test
	void acquireAfterExpirySucceeds() {
		store().acquire("key", "other", shortTtl());
		await().until(() -> store().acquire("key", "mine", LONG));
		assertHeld("key", "mine", LONG);
	}

	@Test
	void ttlOfLessThanAMillisecondIsRefused() {
		for (long ttl : new long[] { 0, -1, -1000 }) {
			assertThatIllegalArgumentException().isThrownBy(() -> store().acquire("key", "mine", ttl));
			assertThatIllegalArgumentException().isThrownBy(() -> store().contend("key", "mine", ttl, null));
		}
		assertFree("key");
	}

	@Test
	void contendWhenFreeWins() {
		assertThat(store().contend("key", "mine", LONG, null)).isEqualTo(Contention.WON);
		assertHeld("key", "mine", LONG);
	}

	@Test
	void contendWhenAlreadyOursWinsAndNeverMakesTheTtlShorter() {
		store().acquire("key", "mine", LONG);
		assertThat(store().contend("key", "mine", 2 * LONG, null)).isEqualTo(Contention.WON);
		assertHeld("key", "mine", 2 * LONG);
		assertThat(store().contend("key", "mine", LONG / 2, null)).as("a late command, after an extension")
			.isEqualTo(Contention.WON);
		assertHeld("key", "mine", 2 * LONG);
	}

	@Test
	void contendWhenHeldElsewhereReturnsTheHolderAndItsTtl() {
		store().acquire("key", "other", LONG);
		assertThat(store().contend("key", "mine", 2 * LONG, null).holder()).isNotNull()
			.satisfies((holder) -> assertThat(holder.token()).isEqualTo("other"))
			.satisfies((holder) -> assertThat(holder.remainingMillis()).isBetween(LONG - 10_000, LONG));
		assertHeld("key", "other", LONG);
	}

	@Test
	void acquireFencedTakesTheKeyWithUniqueNumbers() {
		long first = store().acquireFenced("key", "mine", LONG, 3);
		assertHeld("key", "mine", LONG);
		store().release(new Release("key", "mine", 0, first + 2));
		assertThat(store().acquireFenced("key", "other", LONG, 1)).isGreaterThan(first + 2);
	}

	/** The numbers are far ahead of any clock, since a clock would hide an overlap. */
	@Test
	void blocksOfFencingNumbersDoNotOverlapAheadOfTheClock() {
		int huge = 2_000_000_000;
		int block = 10;
		long first = store().acquireFenced("key", "mine", LONG, huge);
		long second = store().fence("key", "mine", LONG, block);
		assertThat(second).isGreaterThanOrEqualTo(first + huge);
		store().release(new Release("key", "mine", 0, second + block - 1));
		long third = store().acquireFenced("key", "other", LONG, block);
		assertThat(third).isGreaterThanOrEqualTo(second + block);
		assertThat(store().fence("key", "other", LONG, 1)).isGreaterThanOrEqualTo(third + block);
	}

	@Test
	void acquireFencedWhenHeldIsRefusedAndChangesNothing() {
		store().acquire("key", "other", LONG);
		assertThat(store().acquireFenced("key", "mine", 2 * LONG, 1)).isZero();
		assertHeld("key", "other", LONG);
	}

	@Test
	void fencingNumbersRiseAfterReleaseAndExpiry() {
		long before = 0;
		for (int i = 0; i < 20; i++) {
			String token = "mine-" + i;
			boolean expires = i % 10 == 9;
			long number = await().until(() -> store().acquireFenced("key", token, expires ? shortTtl() : LONG, 1),
					(taken) -> taken != 0);
			assertThat(number).isGreaterThan(before);
			before = number;
			if (!expires) {
				before = store().fence("key", token, LONG, 1);
				assertThat(before).isGreaterThan(number);
				store().release(new Release("key", token, 0, before));
			}
		}
	}

	@Test
	void fenceByTheHolderProlongsAndNeverShortens() {
		store().acquire("key", "mine", LONG / 3);
		assertThat(store().fence("key", "mine", LONG, 1)).isPositive();
		assertHeld("key", "mine", LONG);
		assertThat(store().fence("key", "mine", LONG / 3, 1)).isPositive();
		assertHeld("key", "mine", LONG);
	}

	@Test
	void fenceByAnotherTokenReturnsZeroAndCreatesNothing() {
		assertThat(store().fence("key", "mine", LONG, 1)).isZero();
		assertFree("key");
		store().acquire("key", "other", LONG);
		assertThat(store().fence("key", "mine", 2 * LONG, 1)).isZero();
		assertHeld("key", "other", LONG);
	}

	@Test
	void releaseByTheHolderFreesTheKey() {
		store().acquire("key", "mine", LONG);
		assertThat(store().release(new Release("key", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertFree("key");
		assertThat(store().release(new Release("key", "mine", 0))).isEqualTo(ReleaseReply.NOT_MINE);
	}

	@Test
	void releaseByAnotherTokenChangesNothing() {
		store().acquire("key", "other", LONG);
		assertThat(store().release(new Release("key", "mine", 0))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(store().release(new Release("key", "mine", shortTtl()))).isEqualTo(ReleaseReply.NOT_MINE);
		assertHeld("key", "other", LONG);
	}

	@Test
	void releaseOfAFreeKeyIsNotMineAndCreatesNothing() {
		assertThat(store().release(new Release("key", "mine", 0))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(store().release(new Release("key", "mine", LONG))).isEqualTo(ReleaseReply.NOT_MINE);
		assertFree("key");
	}

	@Test
	void releaseWithKeepTimeBlocksAllTokens() {
		store().acquire("key", "mine", 2 * LONG);
		assertThat(store().release(new Release("key", "mine", LONG))).isEqualTo(ReleaseReply.RELEASED);
		assertThat(store().acquire("key", "other", LONG)).isFalse();
		assertThat(store().contend("key", "mine", 2 * LONG, null).holder()).isNotNull()
			.satisfies((holder) -> assertThat(holder.token()).isEqualTo(Release.TOMBSTONE));
		assertThat(store().renew(List.of(renewal("key", "mine", 2 * LONG)))).containsExactly(RenewReply.NOT_MINE);
		assertHeld("key", Release.TOMBSTONE, LONG);
	}

	@Test
	void keyIsFreeAfterTheKeepTimeOfARelease() {
		store().acquire("key", "mine", LONG);
		assertThat(store().release(new Release("key", "mine", shortTtl()))).isEqualTo(ReleaseReply.RELEASED);
		await().until(() -> store().acquire("key", "other", LONG));
	}

	@Test
	void renewByTheHolderProlongs() {
		store().acquire("key", "mine", LONG / 3);
		assertThat(store().renew(List.of(renewal("key", "mine", LONG)))).containsExactly(RenewReply.RENEWED);
		assertHeld("key", "mine", LONG);
	}

	@Test
	void renewNeverShortens() {
		store().acquire("key", "mine", LONG);
		assertThat(store().renew(List.of(renewal("key", "mine", LONG / 3)))).containsExactly(RenewReply.RENEWED);
		assertHeld("key", "mine", LONG);
	}

	@Test
	void renewByAnotherTokenChangesNothing() {
		store().acquire("key", "other", LONG);
		assertThat(store().renew(List.of(renewal("key", "mine", 2 * LONG)))).containsExactly(RenewReply.NOT_MINE);
		assertHeld("key", "other", LONG);
	}

	@Test
	void renewNeverCreates() {
		assertThat(store().renew(List.of(renewal("key", "mine", LONG)))).containsExactly(RenewReply.NOT_MINE);
		assertFree("key");
	}

	@Test
	void renewOfAMixedBatchRepliesInOrder() {
		store().acquire("a", "mine", LONG / 3);
		store().acquire("b", "other", LONG);
		store().acquire("d", "mine-too", LONG);
		assertThat(store().renew(List.of(renewal("a", "mine", LONG), renewal("b", "mine", 2 * LONG),
				renewal("c", "mine", LONG), renewal("d", "mine-too", 2 * LONG))))
			.containsExactly(RenewReply.RENEWED, RenewReply.NOT_MINE, RenewReply.NOT_MINE, RenewReply.RENEWED);
		assertHeld("a", "mine", LONG);
		assertHeld("b", "other", LONG);
		assertHeld("d", "mine-too", 2 * LONG);
	}

	@Test
	void batchesOfAnySizeHaveRepliesInOrder() {
		List<Renewal> renewals = IntStream.range(0, 1200).mapToObj((i) -> renewal("key" + i, "t" + i, LONG)).toList();
		List<Release> releases = IntStream.range(0, 1200).mapToObj((i) -> new Release("key" + i, "t" + i, 0)).toList();
		for (int i = 0; i < 1200; i += 7) {
			assertThat(store().acquire("key" + i, "t" + i, LONG)).isTrue();
		}
		List<RenewReply> renewed = store().renew(renewals);
		List<ReleaseReply> released = store().releaseAll(releases);
		assertThat(renewed).hasSize(1200);
		assertThat(released).hasSize(1200);
		for (int i = 0; i < 1200; i++) {
			assertThat(renewed.get(i)).isEqualTo((i % 7 == 0) ? RenewReply.RENEWED : RenewReply.NOT_MINE);
			assertThat(released.get(i)).isEqualTo((i % 7 == 0) ? ReleaseReply.RELEASED : ReleaseReply.NOT_MINE);
		}
	}

	@Test
	void emptyBatchesHaveNoReplies() {
		assertThat(store().renew(List.of())).isEmpty();
		assertThat(store().releaseAll(List.of())).isEmpty();
	}

	@Test
	void releaseAllReleasesEachEntry() {
		store().acquire("a", "mine", LONG);
		store().acquire("b", "other", LONG);
		store().acquire("d", "mine", 2 * LONG);
		assertThat(store().releaseAll(List.of(new Release("a", "mine", 0), new Release("b", "mine", 0),
				new Release("c", "mine", LONG), new Release("d", "mine", LONG))))
			.containsExactly(ReleaseReply.RELEASED, ReleaseReply.NOT_MINE, ReleaseReply.NOT_MINE,
					ReleaseReply.RELEASED);
		assertFree("a");
		assertHeld("b", "other", LONG);
		assertFree("c");
		assertHeld("d", Release.TOMBSTONE, LONG);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ключ:鍵:🔒", "{tag}key", "a{b}c}", "{}", "with spaces\tand\nlines", "100%25", "*", "?",
			"~", "'\"\\", "[1]", "key\u0000end" })
	void anyTextIsAKey(String key) {
		assertThat(store().acquire(key, "mine", LONG)).isTrue();
		assertThat(store().contend(key, "other", LONG, null).holder()).isNotNull();
		assertThat(store().renew(List.of(renewal(key, "mine", LONG)))).containsExactly(RenewReply.RENEWED);
		assertHeld(key, "mine", LONG);
		assertThat(store().release(new Release(key, "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertFree(key);
	}

	@Test
	void atMostOneThreadHoldsTheKeyUnderContention() throws Exception {
		ContentionFuzz fuzz = new ContentionFuzz(store(), LONG);
		fuzz.run(8, fuzzAttempts());
		assertThat(fuzz.maxHolders()).isOne();
		assertThat(fuzz.turns()).isGreaterThan(8);
	}

	@Test
	protected void epochDoesNotChangeWithoutALostConnection() {
		long epoch = store().epoch();
		store().acquire("key", "mine", LONG);
		store().release(new Release("key", "mine", 0));
		assertThat(store().epoch()).isEqualTo(epoch);
	}

	/**
	 * Asserts that a key has this ttl, less the time that a busy machine may have needed
	 * since. The other ttls that the key could have then are at most half of it, or
	 * longer.
	 */
	private void assertHeld(String key, String token, long ttlMillis) {
		assertThat(store().inspect(key)).hasValueSatisfying((holder) -> {
			assertThat(holder.token()).isEqualTo(token);
			assertThat(holder.remainingMillis()).isLessThanOrEqualTo(ttlMillis).isGreaterThan(ttlMillis / 2);
		});
	}

	private void assertFree(String key) {
		assertThat(store().inspect(key)).isEmpty();
	}

}
