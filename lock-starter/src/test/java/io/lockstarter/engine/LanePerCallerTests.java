package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;

import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests another kind of lock on the same lanes. Two callers may hold a key, and each has
 * a lane of its own. Only the store and the index differ.
 */
class LanePerCallerTests {

	private static final Duration TTL = Duration.ofSeconds(30);

	private final VirtualTime time = new VirtualTime();

	private final TwoHolders server = new TwoHolders();

	private final Executor worker = (task) -> this.time.at(this.time.nanos(), task);

	private final VirtualEngine engine = new VirtualEngine(new ClaimIndex(), "us", this.server, LockSettings.DEFAULT,
			new Random(1), List.of(), new EngineRuntime(this.time, this.time, this.worker, this.worker, this.worker,
					this.worker, this.worker, this.worker));

	@Test
	void twoCallersOfOneInstanceHoldTheKeyAndAThirdWaits() {
		Caller first = new Caller();
		Caller second = new Caller();
		Caller third = new Caller();
		assertThat(first.hold()).isNotNull();
		assertThat(second.hold()).isNotNull();
		assertThat(third.hold()).isNull();
		first.release();
		third.drive();
		assertThat(third.hold()).isNotNull();
		assertThat(this.server.holders).containsExactly(second.token(), third.token());
	}

	@Test
	void tokenOfAnotherCallerIsNotSwept() {
		Caller first = new Caller();
		Caller second = new Caller();
		Caller third = new Caller();
		for (int i = 0; i < 20; i++) {
			this.time.pass(Duration.ofMillis(300));
			third.drive();
		}
		assertThat(this.server.asked).as("the waiter knows the holders").isGreaterThan(5);
		assertThat(this.server.holders).containsExactly(first.token(), second.token());
	}

	@Test
	void eachHoldIsRenewedAndFoundByItsToken() {
		Caller first = new Caller();
		Caller second = new Caller();
		this.time.pass(TTL.multipliedBy(3));
		assertThat(first.isHeld()).isTrue();
		assertThat(second.isHeld()).isTrue();
		assertThat(this.engine.lanes.hold("k", first.token())).isSameAs(first.hold());
		assertThat(this.engine.lanes.hold("k", second.token())).isSameAs(second.hold());
	}

	@Test
	void nothingIsLeftAfterTheLastRelease() {
		Caller first = new Caller();
		Caller second = new Caller();
		Caller third = new Caller();
		first.release();
		third.drive();
		second.release();
		third.release();
		this.time.pass(TTL.multipliedBy(3));
		assertThat(this.server.holders).isEmpty();
		assertThat(this.engine.lanes()).isZero();
		assertThat(this.engine.unconfirmedTokens()).isZero();
	}

	private final class Caller {

		private final TestWaiter waiter = new TestWaiter(new Object(),
				LockRequest.of("k").withTtl(TTL).withWaitTime(LockRequest.FOREVER),
				LanePerCallerTests.this.time.nanos());

		private final Lane lane = LanePerCallerTests.this.engine.ask(this.waiter);

		Caller() {
			drive();
		}

		void drive() {
			AcquireStep step = this.lane.next(this.waiter, LanePerCallerTests.this.time.nanos());
			for (int i = 0; i < 3 && step instanceof Attempt attempt; i++) {
				LanePerCallerTests.this.engine.acquire(this.lane, attempt);
				step = this.lane.next(this.waiter, LanePerCallerTests.this.time.nanos());
			}
			if (step instanceof AcquireStep.Sleep sleep && sleep.until() < Long.MAX_VALUE) {
				LanePerCallerTests.this.time
					.pass(Duration.ofNanos(sleep.until() - LanePerCallerTests.this.time.nanos()));
				if (this.lane.next(this.waiter, LanePerCallerTests.this.time.nanos()) instanceof Attempt attempt) {
					LanePerCallerTests.this.engine.acquire(this.lane, attempt);
					this.lane.next(this.waiter, LanePerCallerTests.this.time.nanos());
				}
			}
		}

		@Nullable Hold hold() {
			return this.waiter.hold();
		}

		boolean isHeld() {
			Hold held = hold();
			return held != null && held.isHeld(LanePerCallerTests.this.time.nanos());
		}

		String token() {
			Hold held = hold();
			assertThat(held).isNotNull();
			return held.lease().token();
		}

		void release() {
			Hold held = hold();
			assertThat(held).isNotNull();
			LanePerCallerTests.this.engine.release(held, (reply) -> assertThat(reply).isEqualTo(ReleaseReply.RELEASED));
		}

	}

	/** Two tokens may have the key. Nothing expires here. */
	private static final class TwoHolders implements LockStore {

		private final Set<String> holders = new LinkedHashSet<>();

		private int asked;

		@Override
		public boolean acquire(String key, String token, long ttlMillis) {
			return this.holders.contains(token) || (this.holders.size() < 2 && this.holders.add(token));
		}

		@Override
		public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
			this.asked++;
			return acquire(key, token, ttlMillis) ? Contention.WON
					: new Contention(new Holder(this.holders.iterator().next(), TTL.toMillis()));
		}

		@Override
		public ReleaseReply release(Release entry) {
			return this.holders.remove(entry.token()) ? ReleaseReply.RELEASED : ReleaseReply.NOT_MINE;
		}

		@Override
		public List<ReleaseReply> releaseAll(List<Release> batch) {
			return batch.stream().map(this::release).toList();
		}

		@Override
		public List<RenewReply> renew(List<Renewal> batch) {
			List<RenewReply> replies = new ArrayList<>();
			for (Renewal renewal : batch) {
				replies.add(this.holders.contains(renewal.lease().token()) ? RenewReply.RENEWED : RenewReply.NOT_MINE);
			}
			return replies;
		}

		@Override
		public Optional<Holder> inspect(String key) {
			return this.holders.stream().findFirst().map((token) -> new Holder(token, TTL.toMillis()));
		}

		@Override
		public long epoch() {
			return 0;
		}

	}

}
