package io.lockstarter.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.ReleaseStep;
import io.lockstarter.lane.Waiter;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that callers of one instance pass claims to each other, in virtual time. The
 * commands that change a lock are recorded.
 */
class ClaimHandOffTests {

	private static final LockRequest SEMAPHORE = LockRequest.of("k")
		.withType(LockType.SEMAPHORE)
		.withPermits(1)
		.withWaitTime(LockRequest.FOREVER);

	private static final LockRequest WRITE = LockRequest.of("k")
		.withType(LockType.WRITE)
		.withWaitTime(LockRequest.FOREVER);

	private static final LockRequest READ = WRITE.withType(LockType.READ);

	private static final Duration TURN = LockSettings.DEFAULT.handOff().maxDuration();

	private static final Duration SPARE = Duration.ofMillis(10);

	private static final Duration MOMENT = Duration.ofMillis(1);

	private final VirtualTime time = new VirtualTime();

	private final InMemoryLockStore server = new InMemoryLockStore(this.time);

	private final List<String> commands = new ArrayList<>();

	private final VirtualInstance here = instance("here");

	private final VirtualInstance there = instance("there");

	private VirtualInstance instance(String name) {
		VirtualInstance instance = new VirtualInstance(name, this.time, connection());
		instance.lanes.subscribed();
		this.time.pass(MOMENT);
		return instance;
	}

	/** Returns a connection to the server that records commands. */
	private LockStore connection() {
		Set<String> recorded = Set.of("contend", "release", "releaseAll", "renew", "refresh");
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, arguments) -> {
					if (recorded.contains(method.getName())) {
						this.commands.add(method.getName());
					}
					try {
						return method.invoke(this.server, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	// --- hand-off

	@Test
	void callersOfOneInstancePassTheLeaseOnWithoutACommand() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		first.assertHolds();
		second.assertWaits();
		String token = first.hold().lease().token();
		this.commands.clear();
		first.release();
		second.assertHolds();
		assertThat(second.hold().lease().token()).isEqualTo(token);
		Caller third = new Caller(this.here, SEMAPHORE);
		third.assertWaits();
		assertThat(this.commands).isEmpty();
	}

	/** The writer came first, even if the lock was held for a moment only. */
	@Test
	void readerDoesNotPassAWriterOfAnotherInstance() {
		Caller reader = new Caller(this.here, READ);
		Caller writer = new Caller(this.there, WRITE);
		Caller next = new Caller(this.here, READ);
		reader.release();
		writer.assertHolds();
		next.assertWaits();
		writer.release();
		next.assertHolds();
	}

	@Test
	void lockThatWasHeldForLongIsServedInTheOrderOfTheQueue() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller other = new Caller(this.there, SEMAPHORE);
		Caller next = new Caller(this.here, SEMAPHORE);
		this.time.pass(TURN);
		first.release();
		other.assertHolds();
		next.assertWaits();
		other.release();
		next.assertHolds();
	}

	/** All places of an instance share the time of hand-offs. */
	@ParameterizedTest
	@CsvSource({ "4, false", "8, false", "8, true", "16, true" })
	void turnOfAnInstanceEndsAlsoIfItsCallersAskAgain(int places, boolean lastOneLeaves) {
		Caller other = new Caller(instance("elsewhere"), SEMAPHORE);
		Deque<Caller> callers = new ArrayDeque<>();
		for (int i = 0; i < places; i++) {
			callers.add(new Caller(this.here, SEMAPHORE));
		}
		Caller waiting = new Caller(this.there, SEMAPHORE);
		other.release();
		this.commands.clear();
		int served = 0;
		waiting.drive();
		while (!waiting.waiter.settled()) {
			Caller caller = callers.stream().filter(Caller::tries).findFirst().orElseThrow();
			this.time.pass(MOMENT);
			int before = this.commands.size();
			caller.release();
			callers.remove(caller);
			if (this.commands.size() == before || !lastOneLeaves) {
				callers.add(new Caller(this.here, SEMAPHORE));
			}
			served++;
			waiting.drive();
		}
		assertThat(served).as("callers that were served first").isBetween(places + 1, places + (int) TURN.toMillis());
		assertThat(this.commands).as("requests for them").hasSizeLessThan(2 * served);
	}

	@Test
	void readerDoesNotPassAWriterOfItsOwnInstance() {
		Caller reader = new Caller(this.here, READ);
		Caller writer = new Caller(this.here, WRITE);
		Caller next = new Caller(this.here, READ);
		reader.release();
		writer.assertHolds();
		next.assertWaits();
	}

	@Test
	void callerThatHasWaitedLongestIsNext() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		Caller third = new Caller(this.here, SEMAPHORE);
		first.release();
		second.assertHolds();
		// It takes the place of the second one, which is before that of the third one.
		Caller fourth = new Caller(this.here, SEMAPHORE);
		second.release();
		third.assertHolds();
		fourth.assertWaits();
	}

	@ParameterizedTest
	@EnumSource(NoHandOff.class)
	void leaseIsReleased(NoHandOff reason) {
		Caller first = new Caller(this.here, reason.first());
		Caller second = new Caller(this.here, reason.second());
		String token = first.hold().lease().token();
		if (reason == NoHandOff.TOKEN_IS_KNOWN) {
			first.hold().exposeToken();
		}
		this.commands.clear();
		first.release();
		assertThat(this.commands).contains("release");
		this.time.pass(LockSettings.DEFAULT.longestSleep());
		second.assertHolds();
		assertThat(second.hold().lease().token()).isNotEqualTo(token);
	}

	@Test
	void leaseThatIsHandedOnIsRenewedAndLostForItsNewHolder() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		first.release();
		this.time.pass(Duration.ofMinutes(2));
		assertThat(this.here.isHeld(second.hold())).isTrue();
		assertThat(this.here.lanes.hold("k", second.hold().lease().token())).isSameAs(second.hold());
		this.server.forceRelease("k", second.hold().lease().token());
		assertThat(this.here.losses).containsExactly(LockLostException.Reason.FORCED);
	}

	// --- spare places

	@Test
	void nextCallerTakesTheSparePlace() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		Caller other = new Caller(this.there, SEMAPHORE);
		first.release();
		Caller third = new Caller(this.here, SEMAPHORE);
		this.time.pass(TURN);
		second.release();
		third.assertHolds();
		other.assertWaits();
	}

	@Test
	void sparePlaceEndsSoon() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		first.release();
		assertThat(waiters()).as("its place").isOne();
		this.time.pass(SPARE.plus(MOMENT));
		assertThat(waiters()).isZero();
		second.assertHolds();
		assertThat(this.here.lanes.size()).isOne();
	}

	/** Otherwise a caller that tries once would find the lock busy. */
	@Test
	void sparePlaceEndsWithTheRelease() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		first.release();
		second.release();
		assertThat(this.server.describe("k")).isEmpty();
		assertThat(waiters()).isZero();
		assertThat(this.here.lanes.size()).isZero();
	}

	@Test
	void sparePlaceThatIsGrantedTheLockPassesItOn() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		Caller other = new Caller(this.there, SEMAPHORE);
		first.release();
		this.server.forceRelease("k", second.hold().lease().token());
		this.time.pass(MOMENT);
		other.assertHolds();
	}

	@Test
	void sparePlaceEndsWithTheInstance() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		first.release();
		second.assertHolds();
		this.here.lanes.close();
		this.time.pass(MOMENT);
		assertThat(waiters()).isZero();
		second.release();
		assertThat(this.here.lanes.size()).isZero();
	}

	@Test
	void callerThatTriesOnceTakesNoSparePlace() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		first.release();
		Caller once = new Caller(this.here, SEMAPHORE.withWaitTime(Duration.ZERO));
		assertThat(once.waiter.refusal()).isNotNull();
		second.assertHolds();
		this.time.pass(SPARE.plus(MOMENT));
		assertThat(waiters()).isZero();
	}

	@Test
	void callerInASparePlaceThatTimesOutLeavesTheQueue() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		first.release();
		Caller third = new Caller(this.here, SEMAPHORE.withWaitTime(Duration.ofSeconds(1)));
		this.time.pass(Duration.ofSeconds(1));
		third.drive();
		assertThat(third.waiter.refusal()).isNotNull();
		this.time.pass(MOMENT);
		assertThat(waiters()).isZero();
		second.assertHolds();
	}

	// --- between the steps of a hand-off

	@Test
	void callerThatGivesUpAfterItsMoveIsDropped() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		Lane old = second.waiter.lane();
		this.here.lanes.claimHandOff().moveNextTo(first.hold(), this.time.nanos());
		assertThat(second.waiter.lane()).isSameAs(first.hold().lane()).isNotSameAs(old);
		old.abandon(second.waiter, Refusals.cancelled("k"));
		assertThat(second.waiter.refusal()).isNotNull();
		this.commands.clear();
		first.release();
		assertThat(this.commands).as("with the place that is left").containsExactly("releaseAll");
		assertThat(this.server.describe("k")).isEmpty();
	}

	@Test
	void driverThatKnowsTheOldLaneAsksAgain() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		Lane old = second.waiter.lane();
		first.release();
		assertThat(old.next(second.waiter, this.time.nanos())).isEqualTo(new AcquireStep.Sleep(this.time.nanos()));
		second.assertHolds();
	}

	@Test
	void callerThatMovedToALostHoldAsksAgain() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		ClaimHandOff handOff = this.here.lanes.claimHandOff();
		Lane lane = first.hold().lane();
		Waiter moved = handOff.moveNextTo(first.hold(), this.time.nanos());
		assertThat(moved).isNotNull();
		assertThat(moved).isSameAs(second.waiter);
		lane.revoke(first.hold(), LockLostException.Reason.EXPIRED, this.time.nanos());
		assertThat(lane.release(first.hold(), LockType.SEMAPHORE, moved, this.time.nanos()))
			.isEqualTo(ReleaseStep.Done.STAY);
		second.waiter.signaled();
		handOff.notHandedOn(moved);
		assertThat(second.waiter.signaled()).isTrue();
		this.time.pass(SPARE.plus(MOMENT));
		second.assertHolds();
		assertThat(this.here.lanes.hold("k", second.hold().lease().token())).isSameAs(second.hold());
	}

	@Test
	void callerWhosePlaceIsTakenGetsANewLane() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		Lane place = second.waiter.lane();
		ClaimHandOff handOff = this.here.lanes.claimHandOff();
		Waiter moved = handOff.moveNextTo(first.hold(), this.time.nanos());
		assertThat(moved).isNotNull();
		Caller third = new Caller(this.here, SEMAPHORE);
		assertThat(third.waiter.lane()).isSameAs(place);
		first.hold().lane().revoke(first.hold(), LockLostException.Reason.EXPIRED, this.time.nanos());
		handOff.notHandedOn(moved);
		assertThat(second.waiter.lane()).isNotIn(place, first.hold().lane());
		this.server.forceRelease("k", first.hold().lease().token());
		this.time.pass(MOMENT);
		third.assertHolds();
		second.assertWaits();
		third.release();
		second.assertHolds();
	}

	@Test
	void callerThatWasNotServedKeepsItsPlace() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		Caller other = new Caller(this.there, SEMAPHORE);
		ClaimHandOff handOff = this.here.lanes.claimHandOff();
		Waiter moved = handOff.moveNextTo(first.hold(), this.time.nanos());
		assertThat(moved).isNotNull();
		handOff.notHandedOn(moved);
		this.time.pass(TURN);
		first.release();
		second.assertHolds();
		other.assertWaits();
	}

	/** Otherwise the number of waiting callers would be wrong for ever. */
	@Test
	void callerThatSeesOnlyItsOldLaneHasNotWaited() {
		Caller first = new Caller(this.here, SEMAPHORE);
		TestWaiter waiter = new TestWaiter(new Object(), SEMAPHORE, this.time.nanos());
		Lane lane = this.here.lanes.ask(waiter);
		this.here.commands.acquire(lane, (Attempt) lane.next(waiter, this.time.nanos()));
		first.release();
		assertThat(waiter.lane()).isNotSameAs(lane);
		lane.next(waiter, this.time.nanos());
		assertThat(waiter.hasSlept()).isFalse();
		waiter.lane().next(waiter, this.time.nanos());
		assertThat(waiter.hold()).isNotNull();
	}

	@Test
	void callerThatMovesDuringTheShutdownIsRefused() {
		Caller first = new Caller(this.here, SEMAPHORE);
		Caller second = new Caller(this.here, SEMAPHORE);
		ClaimHandOff handOff = this.here.lanes.claimHandOff();
		Waiter moved = handOff.moveNextTo(first.hold(), this.time.nanos());
		assertThat(moved).isNotNull();
		this.here.lanes.close();
		ReleaseStep step = first.hold().lane().release(first.hold(), LockType.SEMAPHORE, moved, this.time.nanos());
		assertThat(step).isInstanceOf(ReleaseStep.Send.class);
		handOff.notHandedOn(moved);
		assertThat(second.waiter.refusal()).isNotNull();
	}

	@Test
	void nothingIsLeft() {
		List<Caller> callers = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			callers.add(new Caller(this.here, SEMAPHORE));
		}
		for (Caller caller : callers) {
			caller.assertHolds();
			caller.release();
		}
		this.time.pass(Duration.ofMinutes(2));
		assertThat(this.here.lanes.size()).isZero();
		assertThat(this.server.describe("k")).isEmpty();
		assertThat(this.here.lanes.sweeper().size()).isZero();
	}

	private int waiters() {
		return this.server.describe("k").map((description) -> description.waiters().size()).orElse(0);
	}

	/** The reasons why a lease is not handed on. */
	enum NoHandOff {

		FAIR, WRITE, OTHER_PERMITS, OTHER_TTL, MINIMUM_HOLD, TOKEN_IS_KNOWN;

		LockRequest first() {
			return switch (this) {
				case FAIR -> ClaimHandOffTests.WRITE.withType(LockType.FAIR);
				case WRITE -> ClaimHandOffTests.WRITE;
				case OTHER_PERMITS -> SEMAPHORE.withPermits(2);
				case MINIMUM_HOLD -> SEMAPHORE.withMinHold(MOMENT);
				case OTHER_TTL, TOKEN_IS_KNOWN -> SEMAPHORE;
			};
		}

		LockRequest second() {
			return switch (this) {
				case OTHER_PERMITS -> SEMAPHORE;
				case OTHER_TTL -> SEMAPHORE.withTtl(Duration.ofSeconds(1));
				case MINIMUM_HOLD -> SEMAPHORE;
				default -> first();
			};
		}

	}

	/** A caller that the test drives. */
	private final class Caller {

		private final VirtualInstance instance;

		private final TestWaiter waiter;

		Caller(VirtualInstance instance, LockRequest request) {
			this.instance = instance;
			this.waiter = new TestWaiter(new Object(), request, ClaimHandOffTests.this.time.nanos());
			instance.lanes.ask(this.waiter);
			drive();
		}

		void drive() {
			boolean goesOn = true;
			while (goesOn) {
				Lane lane = this.waiter.lane();
				AcquireStep step = lane.next(this.waiter, ClaimHandOffTests.this.time.nanos());
				if (step instanceof Attempt attempt) {
					this.instance.commands.acquire(lane, attempt);
				}
				else if (step instanceof AcquireStep.Prolongation prolongation) {
					this.instance.commands.prolong(lane, prolongation);
				}
				goesOn = step instanceof Attempt || step instanceof AcquireStep.Prolongation;
			}
		}

		Hold hold() {
			if (this.waiter.hold() == null) {
				drive();
			}
			Hold hold = this.waiter.hold();
			assertThat(hold).isNotNull();
			return hold;
		}

		void assertHolds() {
			drive();
			assertThat(this.waiter.hold()).isNotNull();
		}

		void assertWaits() {
			drive();
			assertThat(this.waiter.settled()).isFalse();
		}

		/** Returns whether it holds the lock after its next step. */
		boolean tries() {
			drive();
			return this.waiter.hold() != null;
		}

		void release() {
			this.instance.releases.release(hold(), hold().terms().type(),
					(reply) -> assertThat(reply).isEqualTo(ReleaseReply.RELEASED));
		}

	}

}
