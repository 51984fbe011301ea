package io.lockstarter.benchmarks.peers;

import java.util.Arrays;
import java.util.function.Function;

/** Who is compared. */
public enum Peer {

	/** The least that a lock on Redis can cost with this client. */
	FLOOR("floor", "floor", FloorContender::new, true, false),

	REDISSON("redisson", "Redisson", RedissonContender::new, true, true),

	LOCK4J("lock4j", "lock4j", Lock4jContender::new, true, true),

	SPRING_SPIN("si-spin", "SI spin", SpringIntegrationContender::spinning, true, true),

	SPRING_PUB_SUB("si-pubsub", "SI pub-sub", SpringIntegrationContender::subscribed, true, true),

	SHEDLOCK("shedlock", "ShedLock (unsafe DEL)", ShedLockContender::new, false, true),

	OURS("ours", "**ours**", OurContender::releasing, true, true),

	OURS_ASYNC("ours-async", "**ours, async release**", OurContender::releasingAsync, true, true),

	/** Takes no lock at all: shows that the check for exclusion can fail. */
	UNLOCKED("unlocked", "no lock", UnlockedContender::new, true, false);

	private final String id;

	private final String title;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Function<Connecting, Contender> opening;

	private final boolean waiting;

	private final boolean renewing;

	Peer(String id, String title, Function<Connecting, Contender> opening, boolean waiting, boolean renewing) {
		this.id = id;
		this.title = title;
		this.opening = opening;
		this.waiting = waiting;
		this.renewing = renewing;
	}

	/** The name on the command line. */
	public String id() {
		return this.id;
	}

	/** The name in the report. */
	public String title() {
		return this.title;
	}

	/** Whether it can wait for a busy key. */
	public boolean waits() {
		return this.waiting;
	}

	/** Whether it can renew what is held. */
	public boolean renews() {
		return this.renewing;
	}

	/** Whether it is one of ours. */
	public boolean isOurs() {
		return this == OURS || this == OURS_ASYNC;
	}

	/** Whether it is somebody else's library. */
	public boolean isRival() {
		return this != FLOOR && this != UNLOCKED && !isOurs();
	}

	/** Whether the libraries on the class path can do it. */
	public boolean isAvailable() {
		return this != OURS_ASYNC || OurContender.canReleaseAsync();
	}

	public Contender open(Connecting connecting) {
		return this.opening.apply(connecting);
	}

	public static Peer of(String id) {
		return Arrays.stream(values())
			.filter((peer) -> peer.id.equals(id))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"No contender '" + id + "'; there are " + Arrays.stream(values()).map(Peer::id).toList()));
	}

}
