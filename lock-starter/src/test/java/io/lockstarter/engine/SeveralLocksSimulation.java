package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * Plays one schedule in virtual time: four callers of two instances acquire random sets
 * of five keys, several times each. Commands take random times and may be lost.
 */
final class SeveralLocksSimulation {

	private static final int CALLERS = 4;

	private static final int KEYS = 5;

	private static final int ROUNDS = 5;

	private final VirtualTime time = new VirtualTime();

	private final InMemoryLockStore server = new InMemoryLockStore(this.time);

	private final List<Caller> callers = new ArrayList<>();

	private final List<SlowStore> stores = new ArrayList<>();

	private final List<String> broken = new ArrayList<>();

	private final Random random;

	private final Flaw flaw;

	private int holds;

	static SeveralLocksSimulation of(long seed, Flaw flaw) {
		// The first values of small seeds are similar.
		return new SeveralLocksSimulation(new Random(seed * 0x9E3779B97F4A7C15L), flaw);
	}

	private SeveralLocksSimulation(Random random, Flaw flaw) {
		this.random = random;
		this.flaw = flaw;
		double faultRate = random.nextBoolean() ? 0 : 0.05;
		List<AsyncWaiter.Environment> instances = List.of(instance("one", faultRate), instance("two", faultRate));
		for (int i = 0; i < CALLERS; i++) {
			this.callers.add(new Caller(instances.get(i % 2)));
		}
	}

	private AsyncWaiter.Environment instance(String name, double faultRate) {
		SlowStore store = new SlowStore(this.server, this.time, this.random, faultRate);
		this.stores.add(store);
		Executor soon = (task) -> this.time.at(this.time.nanos() + this.random.nextInt(1_000_000), task);
		EngineRuntime runtime = new EngineRuntime(this.time, this.time, soon, soon, soon, soon, soon, soon);
		VirtualEngine engine = new VirtualEngine(new LaneIndex.PerKey(), name, store, LockSettings.DEFAULT, this.random,
				List.of(), runtime);
		Events events = new Events(List.of(), List.of(), this.time, soon);
		return new AsyncWaiter.Environment(engine.lanes, engine.commands, runtime,
				new DefaultLockHandle.Factory(engine.commands, engine.releases, events, this.time));
	}

	/** Returns the promises that were broken. */
	List<String> play() {
		this.callers.forEach(Caller::ask);
		for (int i = 0; i < 600 && this.broken.isEmpty() && !isOver(); i++) {
			this.time.pass(Duration.ofSeconds(1));
		}
		if (this.broken.isEmpty() && !isOver()) {
			this.broken.add("deadlock: " + this.callers);
		}
		if (this.broken.isEmpty()) {
			this.time.pass(Duration.ofSeconds(30));
			for (int i = 0; i < KEYS; i++) {
				if (this.server.inspect("k" + i).isPresent()) {
					this.broken.add("a lock is left: k" + i);
				}
			}
		}
		return this.broken;
	}

	private boolean isOver() {
		return this.callers.stream().allMatch((caller) -> caller.rounds == 0);
	}

	int holds() {
		return this.holds;
	}

	int faults() {
		return this.stores.stream().mapToInt((store) -> store.faults).sum();
	}

	/** An error that is built in on purpose. */
	enum Flaw {

		NONE, NO_ORDER, KEEP_LATER

	}

	private final class Caller {

		private final AsyncWaiter.Environment instance;

		private int rounds = ROUNDS;

		private List<LockRequest> asked = List.of();

		private @Nullable LockHandle held;

		Caller(AsyncWaiter.Environment instance) {
			this.instance = instance;
		}

		private void ask() {
			SeveralLocksSimulation world = SeveralLocksSimulation.this;
			Duration wait = (world.random.nextInt(4) == 0) ? Duration.ofMillis(world.random.nextInt(200))
					: LockRequest.FOREVER;
			List<LockRequest> requests = new ArrayList<>();
			for (int i = 0; i < KEYS; i++) {
				if (world.random.nextBoolean()) {
					requests.add(LockRequest.of("k" + i).withTtl(Duration.ofSeconds(2)).withWaitTime(wait));
				}
			}
			Collections.shuffle(requests, world.random);
			this.asked = requests;
			var unused = acquire(requests).whenComplete(this::answered);
		}

		private CompletableFuture<LockHandle> acquire(List<LockRequest> requests) {
			List<Terms> terms = ((SeveralLocksSimulation.this.flaw == Flaw.NO_ORDER) ? requests
					: SeveralLocks.inOrder(requests, UnaryOperator.identity()))
				.stream()
				.map(LockSettings.DEFAULT::terms)
				.toList();
			SeveralLocks locks = new SeveralLocks(terms, SeveralLocksSimulation.this.time.nanos()) {

				@Override
				List<LockHandle> removeAfter(int firstMissing) {
					boolean kept = SeveralLocksSimulation.this.flaw == Flaw.KEEP_LATER && firstMissing >= 0;
					return kept ? List.of() : super.removeAfter(firstMissing);
				}

			};
			return new AsyncAcquisition(locks, null, this.instance).start();
		}

		private void answered(@Nullable LockHandle handle, @Nullable Throwable failure) {
			if (handle == null) {
				next();
				return;
			}
			SeveralLocksSimulation.this.holds++;
			this.held = handle;
			checkExclusion();
			SeveralLocksSimulation.this.time.at(
					SeveralLocksSimulation.this.time.nanos() + SeveralLocksSimulation.this.random.nextInt(50_000_000),
					() -> {
						checkExclusion();
						this.held = null;
						InternalHandle.closeAsync(handle).whenComplete((closed, ignored) -> next());
					});
		}

		private void next() {
			this.rounds--;
			if (this.rounds > 0) {
				SeveralLocksSimulation.this.time.at(SeveralLocksSimulation.this.time.nanos()
						+ SeveralLocksSimulation.this.random.nextInt(10_000_000), this::ask);
			}
		}

		/** Checks that no other caller holds one of its keys. */
		private void checkExclusion() {
			for (Caller other : SeveralLocksSimulation.this.callers) {
				for (LockHandle mine : parts()) {
					for (LockHandle theirs : (other != this) ? other.parts() : List.<LockHandle>of()) {
						if (mine.key().equals(theirs.key()) && mine.isHeld() && theirs.isHeld()) {
							SeveralLocksSimulation.this.broken.add("overlap: " + mine.key());
						}
					}
				}
			}
		}

		private List<LockHandle> parts() {
			return (this.held != null) ? this.held.parts() : List.of();
		}

		@Override
		public String toString() {
			return this.rounds + " rounds left, wants " + this.asked.stream().map(LockRequest::key).toList() + ", has "
					+ this.held;
		}

	}

}
