package io.lockstarter.engine;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests when and how long tokens are swept. */
class UnconfirmedTokensTests {

	private static final Release TOKEN = new Release("k", "me:1", 0);

	private final UnconfirmedTokens unconfirmedTokens = new UnconfirmedTokens();

	@Test
	void confirmationEndsAnEntryWithoutLateCommands() {
		this.unconfirmedTokens.add(TOKEN, millis(60), false, 0);
		confirm(0);
		assertThat(this.unconfirmedTokens.size()).isZero();
	}

	@Test
	void confirmationDoesNotEndAnEntryWithLateCommands() {
		this.unconfirmedTokens.add(TOKEN, millis(60), true, 0);
		confirm(millis(119));
		assertThat(this.unconfirmedTokens.size()).isOne();
		confirm(millis(170));
		assertThat(this.unconfirmedTokens.size()).isZero();
	}

	/** The sweep may have been applied before a late command that created the token. */
	@Test
	void confirmationOfASweepThatWasSentTooEarlyIsNotFinal() {
		this.unconfirmedTokens.add(TOKEN, millis(60), true, 0);
		List<Release> sent = this.unconfirmedTokens.due(millis(119));
		assertThat(this.unconfirmedTokens.next()).as("the first time at which a sweep is final").isEqualTo(millis(120));
		this.unconfirmedTokens.swept(sent, List.of(ReleaseReply.NOT_MINE), millis(121));
		assertThat(this.unconfirmedTokens.size()).isOne();
		confirm(millis(121));
		assertThat(this.unconfirmedTokens.size()).isZero();
	}

	@Test
	void lostSweepIsRepeatedUntilTheTokenHasExpired() {
		this.unconfirmedTokens.add(TOKEN, millis(60), true, 0);
		fail(millis(120));
		assertThat(this.unconfirmedTokens.next()).isBetween(millis(121), millis(179));
		fail(this.unconfirmedTokens.next());
		assertThat(this.unconfirmedTokens.size()).as("a late command may have created it").isOne();
		assertThat(this.unconfirmedTokens.next()).isGreaterThanOrEqualTo(millis(180));
		fail(this.unconfirmedTokens.next());
		assertThat(this.unconfirmedTokens.size()).as("it has expired").isZero();
	}

	/** The entry of a late grant has the default ttl, whatever ttl the command had. */
	@Test
	void secondEntryDoesNotProlongTheSweep() {
		this.unconfirmedTokens.add(TOKEN, millis(60), true, 0);
		this.unconfirmedTokens.add(TOKEN, millis(30_000), false, millis(10));
		confirm(millis(119));
		assertThat(this.unconfirmedTokens.size()).isOne();
		confirm(millis(170));
		assertThat(this.unconfirmedTokens.size()).isZero();
	}

	@Test
	void tokenInFlightIsNotDueAgainBeforeTheReply() {
		this.unconfirmedTokens.add(TOKEN, millis(30_000), true, 0);
		List<Release> sent = this.unconfirmedTokens.due(0);
		assertThat(sent).hasSize(1);
		for (long now = 0; now < 60_000; now += 1000) {
			assertThat(this.unconfirmedTokens.due(millis(now))).isEmpty();
		}
		this.unconfirmedTokens.swept(sent, List.of(ReleaseReply.FAILED), millis(59_000));
		assertThat(this.unconfirmedTokens.due(millis(59_999))).hasSize(1);
	}

	/** A token that is not added expires in Redis after its ttl. */
	@Test
	void numberOfTokensIsBounded() { // P8
		for (int i = 0; i <= 10_000; i++) {
			this.unconfirmedTokens.add(new Release("k" + i, "me:" + i, 0), millis(30_000), false, 0);
		}
		assertThat(this.unconfirmedTokens.size()).isEqualTo(10_000);
		this.unconfirmedTokens.add(new Release("k1", "me:1", 0), millis(30_000), true, 0);
		assertThat(this.unconfirmedTokens.size()).isEqualTo(10_000);
	}

	@Test
	void atMostTwoBatchesAreInFlight() {
		for (int i = 0; i < 1600; i++) {
			this.unconfirmedTokens.add(new Release("k" + i, "me:" + i, 0), millis(30_000), false, 0);
		}
		List<Release> first = this.unconfirmedTokens.due(0);
		List<Release> second = this.unconfirmedTokens.due(0);
		assertThat(first).hasSize(500);
		assertThat(second).hasSize(500).doesNotContainAnyElementsOf(first);
		assertThat(this.unconfirmedTokens.due(0)).as("two are in flight").isEmpty();
		assertThat(this.unconfirmedTokens.next()).as("no busy loop until a reply comes").isPositive();
		this.unconfirmedTokens.swept(first, Collections.nCopies(500, ReleaseReply.RELEASED), 1);
		assertThat(this.unconfirmedTokens.next()).isZero();
		assertThat(this.unconfirmedTokens.due(1)).hasSize(500);
	}

	@Test
	void batchWithoutAReplyCountsAsLost() {
		long ttl = millis(300_000);
		for (int i = 0; i < 3; i++) {
			this.unconfirmedTokens.add(new Release("k" + i, "me:" + i, 0), ttl, false, 0);
			this.unconfirmedTokens.due(0);
		}
		long now = 0;
		List<Release> due = List.of();
		while (due.isEmpty() && now < ttl) {
			now = Math.max(now + 1, this.unconfirmedTokens.next());
			due = this.unconfirmedTokens.due(now);
		}
		assertThat(due).hasSize(3);
	}

	/** The reply is older than the second entry. */
	@Test
	void replyDoesNotEndAnEntryAddedAfterTheSend() {
		this.unconfirmedTokens.add(TOKEN, millis(60), false, 0);
		List<Release> sent = this.unconfirmedTokens.due(0);
		this.unconfirmedTokens.add(TOKEN, millis(60), false, 0);
		this.unconfirmedTokens.swept(sent, List.of(ReleaseReply.NOT_MINE), 0);
		assertThat(this.unconfirmedTokens.size()).isOne();
		confirm(0);
		assertThat(this.unconfirmedTokens.size()).isZero();
	}

	@Test
	void absurdTtlDoesNotOverflow() {
		this.unconfirmedTokens.add(TOKEN, Long.MAX_VALUE, true, 1);
		confirm(1);
		assertThat(this.unconfirmedTokens.size()).as("a late command may create it again").isOne();
		assertThat(this.unconfirmedTokens.next()).isGreaterThan(millis(1000));
	}

	private void confirm(long now) {
		sweep(now, ReleaseReply.NOT_MINE);
	}

	private void fail(long now) {
		sweep(now, ReleaseReply.FAILED);
	}

	private void sweep(long now, ReleaseReply reply) {
		List<Release> due = this.unconfirmedTokens.due(now);
		assertThat(due).isNotEmpty();
		this.unconfirmedTokens.swept(due, Collections.nCopies(due.size(), reply), now);
	}

	private static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
