package io.lockstarter.core;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** For how long a token is swept. */
class DoubtsTests {

	private static final Release TOKEN = new Release("k", "me:1", 0);

	private final Doubts doubts = new Doubts();

	@Test
	void confirmationEndsWhatCannotComeBack() {
		this.doubts.add(TOKEN, millis(60), false, 0);
		confirm(0);
		assertThat(this.doubts.size()).isZero();
	}

	@Test
	void confirmationDoesNotEndWhatMayComeBack() {
		this.doubts.add(TOKEN, millis(60), true, 0);
		confirm(millis(119));
		assertThat(this.doubts.size()).isOne();
		confirm(millis(170));
		assertThat(this.doubts.size()).isZero();
	}

	/** A late call names the usual ttl, whatever the command was sent with. */
	@Test
	void anotherDoubtDoesNotMakeItComeBackForLonger() {
		this.doubts.add(TOKEN, millis(60), true, 0);
		this.doubts.add(TOKEN, millis(30_000), false, millis(10));
		confirm(millis(119));
		assertThat(this.doubts.size()).isOne();
		confirm(millis(170));
		assertThat(this.doubts.size()).isZero();
	}

	@Test
	void tokenThatIsBeingSweptIsNotDueAgainBeforeTheReply() {
		this.doubts.add(TOKEN, millis(30_000), true, 0);
		List<Release> sent = this.doubts.due(0);
		assertThat(sent).hasSize(1);
		for (long now = 0; now < 60_000; now += 1000) {
			assertThat(this.doubts.due(millis(now))).isEmpty();
		}
		this.doubts.swept(sent, List.of(ReleaseReply.FAILED), millis(59_000));
		assertThat(this.doubts.due(millis(59_999))).hasSize(1);
	}

	@Test
	void fewBatchesAreInFlightAndTheRestFollowsWithTheReplies() {
		for (int i = 0; i < 1600; i++) {
			this.doubts.add(new Release("k" + i, "me:" + i, 0), millis(30_000), false, 0);
		}
		List<Release> first = this.doubts.due(0);
		List<Release> second = this.doubts.due(0);
		assertThat(first).hasSize(500);
		assertThat(second).hasSize(500).doesNotContainAnyElementsOf(first);
		assertThat(this.doubts.due(0)).as("two are in flight").isEmpty();
		assertThat(this.doubts.next()).as("no busy loop until a reply comes").isPositive();
		this.doubts.swept(first, Collections.nCopies(500, ReleaseReply.RELEASED), 1);
		assertThat(this.doubts.next()).isZero();
		assertThat(this.doubts.due(1)).hasSize(500);
	}

	@Test
	void batchThatIsNeverAnsweredIsNotWaitedForForEver() {
		long ttl = millis(300_000);
		for (int i = 0; i < 3; i++) {
			this.doubts.add(new Release("k" + i, "me:" + i, 0), ttl, false, 0);
			this.doubts.due(0);
		}
		long now = 0;
		List<Release> due = List.of();
		while (due.isEmpty() && now < ttl) {
			now = Math.max(now + 1, this.doubts.next());
			due = this.doubts.due(now);
		}
		assertThat(due).hasSize(3);
	}

	/** What the batch has removed is not what was found since. */
	@Test
	void replyDoesNotEndADoubtThatWasAddedAfterTheSend() {
		this.doubts.add(TOKEN, millis(60), false, 0);
		List<Release> sent = this.doubts.due(0);
		this.doubts.add(TOKEN, millis(60), false, 0);
		this.doubts.swept(sent, List.of(ReleaseReply.NOT_MINE), 0);
		assertThat(this.doubts.size()).isOne();
		confirm(0);
		assertThat(this.doubts.size()).isZero();
	}

	@Test
	void absurdTtlDoesNotOverflow() {
		this.doubts.add(TOKEN, Long.MAX_VALUE, true, 1);
		confirm(1);
		assertThat(this.doubts.size()).as("a command may still bring it back").isOne();
		assertThat(this.doubts.next()).isGreaterThan(millis(1000));
	}

	private void confirm(long now) {
		List<Release> due = this.doubts.due(now);
		assertThat(due).isNotEmpty();
		this.doubts.swept(due, Collections.nCopies(due.size(), ReleaseReply.NOT_MINE), now);
	}

	private static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
