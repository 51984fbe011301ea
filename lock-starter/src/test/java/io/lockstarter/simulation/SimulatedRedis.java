package io.lockstarter.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

import io.lockstarter.LockType;
import io.lockstarter.simulation.SimulatedLock.Counter;
import io.lockstarter.simulation.SimulatedLock.Waiting;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Contention;
import io.lockstarter.store.GiveWayReply;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * A model of a single Redis server with our scripts. It has locks with their queues, and
 * counters of fencing numbers, both with an expiry on the server's clock. A test can move
 * that clock forward and back, and can delete all data.
 */
public final class SimulatedRedis implements LockStore {

	/** The time for which a counter outlives its lock, as in the real store. */
	private static final long FENCE_MARGIN = TimeUnit.MINUTES.toMillis(10);

	public final Map<String, SimulatedLock> locks = new HashMap<>();

	public final Map<String, Counter> counters = new HashMap<>();

	public final SimulatedClaims claims;

	/** Receives what the claims of this server do against a promise. */
	public BiConsumer<String, Object> brokenClaims = (promise, context) -> {
	};

	/** The type and the end of minimum holds. */
	public final List<SimulatedClaims.Held> kept = new ArrayList<>();

	private final Map<String, Subscriber> subscribers = new HashMap<>();

	private final LongSupplier time;

	private final SimulationFlaw flaw;

	/** The number of entries above which no other instance joins a queue. */
	int longestQueue = Integer.MAX_VALUE;

	/** The simulated time of the last expiry of a lock. */
	public long expiredAt = Long.MIN_VALUE / 2;

	/** The server's clock does not start at zero. */
	private long offset = TimeUnit.DAYS.toNanos(1);

	public SimulatedRedis(LongSupplier time, SimulationFlaw flaw) {
		this.time = time;
		this.flaw = flaw;
		this.claims = new SimulatedClaims(this::now, flaw, new ClaimMessages());
	}

	public long now() {
		return this.time.getAsLong() + this.offset;
	}

	/** Returns the type of claims in this world, or null. */
	public @Nullable LockType claims() {
		return this.flaw.claims;
	}

	public void jump(long nanos) {
		this.offset += nanos;
	}

	/** Restarts the server without its data. */
	public void forget() {
		this.locks.clear();
		this.claims.forget();
		this.kept.clear();
		this.counters.clear();
		// The restart takes longer than fencing numbers may be ahead of the clock.
		jump(TimeUnit.MILLISECONDS.toNanos(5));
	}

	/** Returns the token that has a key. */
	public @Nullable String token(String key) {
		SimulatedLock lock = live(key);
		return (lock != null) ? lock.token() : null;
	}

	public @Nullable SimulatedLock live(String key) {
		SimulatedLock lock = this.locks.get(key);
		if (lock != null && lock.expiry() <= now()) {
			this.locks.remove(key);
			this.expiredAt = this.time.getAsLong();
			return null;
		}
		return lock;
	}

	private void take(String key, String token, long ttlMillis, List<Waiting> queue) {
		long expiry = (this.flaw == SimulationFlaw.NO_EXPIRY) ? Long.MAX_VALUE : expiry(ttlMillis);
		this.locks.put(key, new SimulatedLock(token, expiry, queue));
	}

	private long expiry(long ttlMillis) {
		if (ttlMillis <= 0) {
			throw new IllegalArgumentException("The ttl must be above zero: " + ttlMillis + " ms");
		}
		return now() + TimeUnit.MILLISECONDS.toNanos(ttlMillis);
	}

	private void prolong(String key, SimulatedLock lock, long ttlMillis) {
		long expiry = expiry(ttlMillis);
		boolean shortens = this.flaw == SimulationFlaw.RENEWAL_SHORTENS;
		this.locks.put(key,
				new SimulatedLock(lock.token(), shortens ? expiry : Math.max(lock.expiry(), expiry), lock.queue()));
	}

	@Override
	public boolean acquire(String key, String token, long ttlMillis) {
		if (live(key) != null) {
			return false;
		}
		take(key, token, ttlMillis, List.of());
		return true;
	}

	@Override
	public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
		if (Claim.isIn(token)) {
			return this.claims.acquire(token, ttlMillis, wait);
		}
		SimulatedLock lock = live(key);
		if (lock == null) {
			take(key, token, ttlMillis, List.of());
			return Contention.WON;
		}
		if (lock.token().equals(token)) {
			prolong(key, lock, ttlMillis);
			return Contention.WON;
		}
		int rank = lock.rank(token);
		boolean full = lock.queue().size() > this.longestQueue;
		if (wait == null || (rank < 0 && (wait.again() || full))) {
			return new Contention(holder(lock));
		}
		SimulatedLock queued = lock.with(waiting(token, wait));
		this.locks.put(key, queued);
		return new Contention((rank < 0) ? new Holder(lock.token(), -1) : holder(lock), place(queued.waiting(token)));
	}

	private Waiting waiting(String token, QueueRequest wait) {
		boolean counted = wait.subscribed() && isCounted(SimulatedLock.instanceOf(token));
		return new Waiting(token, wait, counted, now() + TimeUnit.MILLISECONDS.toNanos(wait.aliveMillis()));
	}

	private QueuePlace place(Waiting waiting) {
		return new QueuePlace(waiting.ticket(), !waiting.queueRequest().subscribed() || waiting.counted());
	}

	private boolean isCounted(String instance) {
		Subscriber subscriber = this.subscribers.get(instance);
		return subscriber != null && subscriber.counted;
	}

	@Override
	public long fence(String key, String token, long ttlMillis, int count) {
		if (Claim.isIn(token)) {
			return this.claims.renew(token, ttlMillis) ? draw(key, ttlMillis, count) : 0;
		}
		SimulatedLock lock = live(key);
		if (lock == null || !lock.token().equals(token)) {
			return 0;
		}
		prolong(key, lock, ttlMillis);
		return draw(key, ttlMillis, count);
	}

	private long draw(String key, long ttlMillis, int count) {
		long micros = (this.flaw == SimulationFlaw.FENCE_BY_INCREMENT) ? 0 : TimeUnit.NANOSECONDS.toMicros(now());
		Counter counter = this.counters.get(key);
		long known = (counter != null && counter.expiry() > now()) ? counter.value() : 0;
		long last = Math.max(known, micros);
		long ahead = (last + count - micros) / 1000 + 1;
		long next = last + ((this.flaw == SimulationFlaw.FENCE_BLOCKS_OVERLAP) ? 1 : count);
		this.counters.put(key, new Counter(next, expiry(Math.max(ttlMillis, ahead) + FENCE_MARGIN)));
		return last + 1;
	}

	@Override
	public ReleaseReply release(Release release) {
		if (Claim.isIn(release.token())) {
			return this.claims.release(release) ? ReleaseReply.RELEASED : ReleaseReply.NOT_MINE;
		}
		String key = release.key();
		SimulatedLock lock = live(key);
		if (lock == null) {
			return ReleaseReply.NOT_MINE;
		}
		if (!lock.token().equals(release.token()) && this.flaw != SimulationFlaw.RELEASE_WITHOUT_COMPARING) {
			this.locks.put(key, lock.without(release.token()));
			return ReleaseReply.NOT_MINE;
		}
		if (release.keepMillis() > 0) {
			take(key, Release.TOMBSTONE, release.keepMillis(), lock.queue());
		}
		else {
			grantToNext(key, lock.queue());
		}
		return ReleaseReply.RELEASED;
	}

	@Override
	public GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		SimulatedLock lock = live(key);
		if (lock == null || !lock.token().equals(token)) {
			return GiveWayReply.over(ReleaseReply.NOT_MINE);
		}
		if (lock.queue().isEmpty() && ttlMillis > 0) {
			prolong(key, lock, ttlMillis);
			return GiveWayReply.KEPT;
		}
		if (lock.queue().isEmpty()) {
			this.locks.remove(key);
			return GiveWayReply.over(ReleaseReply.RELEASED);
		}
		Waiting waiting = waiting(next, wait);
		grantToNext(key, lock.with(waiting).queue());
		return new GiveWayReply(ReleaseReply.RELEASED, place(waiting));
	}

	/** Grants the key to the first waiter that is not gone. */
	private void grantToNext(String key, List<Waiting> queue) {
		for (int i = 0; i < queue.size(); i++) {
			Waiting first = queue.get(i);
			boolean sendsFirst = this.flaw == SimulationFlaw.SKIPPED_AFTER_MESSAGE && first.queueRequest().subscribed();
			if (sendsFirst || !isGone(first)) {
				boolean forgotten = this.flaw == SimulationFlaw.QUEUE_IS_FORGOTTEN;
				take(key, first.token(), first.queueRequest().grantMillis(),
						forgotten ? List.of() : List.copyOf(queue.subList(i + 1, queue.size())));
				send(key, first);
				if (this.flaw == SimulationFlaw.RELEASE_WAKES_TWO && i + 1 < queue.size()) {
					send(key, queue.get(i + 1));
				}
				if (!sendsFirst || isCounted(first.instance())) {
					return;
				}
			}
		}
		this.locks.remove(key);
	}

	private boolean isGone(Waiting waiting) {
		return waiting.counted() ? !isCounted(waiting.instance()) : waiting.ticket() < now();
	}

	private void send(String key, Waiting to) {
		Subscriber subscriber = this.subscribers.get(to.instance());
		if (subscriber != null && subscriber.reached && to.queueRequest().subscribed()) {
			subscriber.wakeUps.granted(key, to.token(), to.ticket());
		}
	}

	@Override
	public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		Subscriber subscriber = new Subscriber(wakeUps);
		this.subscribers.put(instance, subscriber);
		executor.execute(wakeUps::subscribed);
		return () -> this.subscribers.remove(instance, subscriber);
	}

	/**
	 * Breaks a subscription without notice to the subscriber, until it subscribes again.
	 * @param instance the subscriber
	 * @param counted whether the server still counts it
	 * @param reached whether messages still reach it, for example through a replica
	 */
	public void breakSubscription(String instance, boolean counted, boolean reached) {
		Subscriber subscriber = this.subscribers.get(instance);
		if (subscriber != null) {
			subscriber.counted = counted;
			subscriber.reached = reached;
		}
	}

	@Override
	public List<ReleaseReply> releaseAll(List<Release> batch) {
		return batch.stream().map(this::sweep).toList();
	}

	private ReleaseReply sweep(Release release) {
		SimulatedLock lock = live(release.key());
		if (this.flaw == SimulationFlaw.SWEEP_PROLONGS && lock != null && lock.token().equals(release.token())) {
			prolong(release.key(), lock, TimeUnit.DAYS.toMillis(1));
			return ReleaseReply.RELEASED;
		}
		return release(release);
	}

	@Override
	public List<RenewReply> renew(List<Renewal> batch) {
		return batch.stream().map(this::renew).toList();
	}

	private RenewReply renew(Renewal renewal) {
		if (Claim.isIn(renewal.lease().token())) {
			return this.claims.renew(renewal.lease().token(), renewal.ttlMillis()) ? RenewReply.RENEWED
					: RenewReply.NOT_MINE;
		}
		String key = renewal.lease().key();
		SimulatedLock lock = live(key);
		boolean ignoresToken = this.flaw == SimulationFlaw.RENEWAL_WITHOUT_COMPARING;
		if (lock == null || (!lock.token().equals(renewal.lease().token()) && !ignoresToken)) {
			return RenewReply.NOT_MINE;
		}
		prolong(key, lock, renewal.ttlMillis());
		return RenewReply.RENEWED;
	}

	@Override
	public Optional<Holder> inspect(String key) {
		return Optional.ofNullable(live(key)).map(this::holder);
	}

	@Override
	public long epoch() {
		return 0;
	}

	private Holder holder(SimulatedLock lock) {
		// Rounded up, so that a waiter that sleeps this long finds the key expired.
		return new Holder(lock.token(), (lock.expiry() - now() - 1) / TimeUnit.MILLISECONDS.toNanos(1) + 1);
	}

	@Override
	public boolean downgrade(String key, String token) {
		return this.claims.downgrade(token);
	}

	@Override
	public boolean supports(LockType type) {
		return true;
	}

	/** Sends the messages of the claims. */
	private final class ClaimMessages implements SimulatedClaims.Messages {

		@Override
		public void granted(String token, long ticket, long fence) {
			Subscriber subscriber = SimulatedRedis.this.subscribers.get(SimulatedLock.instanceOf(token));
			if (subscriber != null && subscriber.reached) {
				subscriber.wakeUps.granted(Simulation.KEY, token, ticket, fence);
			}
		}

		@Override
		public boolean isCounted(String token) {
			return SimulatedRedis.this.isCounted(SimulatedLock.instanceOf(token));
		}

		@Override
		public long fence() {
			return draw(Simulation.KEY, 1000, 1);
		}

		@Override
		public void kept(LockType type, long until) {
			SimulatedRedis.this.kept.add(new SimulatedClaims.Held(type, until));
		}

		@Override
		public void broken(String promise, Object context) {
			SimulatedRedis.this.brokenClaims.accept(promise, context);
		}

	}

	/** A subscriber to the wake-ups of an instance. */
	private static final class Subscriber {

		private final WakeUps wakeUps;

		private boolean counted = true;

		private boolean reached = true;

		Subscriber(WakeUps wakeUps) {
			this.wakeUps = wakeUps;
		}

	}

}
