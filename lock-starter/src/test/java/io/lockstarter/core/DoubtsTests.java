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

	private void confirm(long now) {
		List<Release> due = this.doubts.due(now);
		assertThat(due).isNotEmpty();
		this.doubts.swept(due, Collections.nCopies(due.size(), ReleaseReply.NOT_MINE), now);
	}

	private static long millis(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
