package io.lockstarter.benchmarks.peers;

import java.util.Arrays;
import java.util.function.Function;

/** Lists the contenders. */
public enum Peer {

	/** The lowest cost of a lock on Redis with this client. */
	FLOOR("floor", "floor", FloorContender::new, true, false),

	REDISSON("redisson", "Redisson", RedissonContender::new, true, true),

	LOCK4J("lock4j", "lock4j", Lock4jContender::new, true, true),

	SPRING_SPIN("si-spin", "SI spin", SpringIntegrationContender::spinning, true, true),

	SPRING_PUB_SUB("si-pubsub", "SI pub-sub", SpringIntegrationContender::subscribed, true, true),

	SHEDLOCK("shedlock", "ShedLock (unsafe DEL)", ShedLockContender::new, false, true),

	OURS("ours", "**ours**", OurContender::releasing, true, true),

	OURS_ASYNC("ours-async", "**ours, async release**", OurContender::releasingAsync, true, true),

	/** Acquires no lock. It shows that the check of exclusion can fail. */
	UNLOCKED("unlocked", "no lock", UnlockedContender::new, true, false);

	private final String id;

	private final String title;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Function<ContenderSettings, Contender> opening;

	private final boolean waiting;

	private final boolean renewing;

	Peer(String id, String title, Function<ContenderSettings, Contender> opening, boolean waiting, boolean renewing) {
		this.id = id;
		this.title = title;
		this.opening = opening;
		this.waiting = waiting;
		this.renewing = renewing;
	}

	/** Returns the name on the command line. */
	public String id() {
		return this.id;
	}

	/** Returns the name in the report. */
	public String title() {
		return this.title;
	}

	/** Returns true if the contender can wait for a busy key. */
	public boolean waits() {
		return this.waiting;
	}

	/** Returns true if the contender can renew held locks. */
	public boolean renews() {
		return this.renewing;
	}

	/** Returns true if the contender has fair locks, read/write locks and semaphores. */
	public boolean hasModes() {
		return this == REDISSON || this == OURS || this == UNLOCKED;
	}

	/** Returns true if callers can wait without a thread. */
	public boolean isReactive() {
		return this == REDISSON || this == OURS;
	}

	/** Returns true for the lock of this library. */
	public boolean isOurs() {
		return this == OURS || this == OURS_ASYNC;
	}

	/** Returns true for another library. */
	public boolean isOtherLibrary() {
		return this != FLOOR && this != UNLOCKED && !isOurs();
	}

	/** Returns true if the libraries on the class path support the contender. */
	public boolean isAvailable() {
		return this != OURS_ASYNC || OurContender.canReleaseAsync();
	}

	public Contender open(ContenderSettings settings) {
		return this.opening.apply(settings);
	}

	public static Peer of(String id) {
		return Arrays.stream(values())
			.filter((peer) -> peer.id.equals(id))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"No contender '" + id + "'; there are " + Arrays.stream(values()).map(Peer::id).toList()));
	}

}
