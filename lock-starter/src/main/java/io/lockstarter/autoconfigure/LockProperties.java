package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.lockstarter.ReleaseMode;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application configures. Refuses nonsense when it is bound, all of it at once.
 * An empty value is the default. Names that do not exist are refused by
 * {@link PropertyNames}: a ttl that was misspelt would silently be the default.
 *
 * @param enabled Whether there are distributed locks at all.
 * @param keyPrefix Start of every key in Redis. May be empty where Redis holds nothing
 * but locks.
 * @param ttl Time for which Redis keeps a lock that is not renewed, unless the lock names
 * its own.
 * @param waitTime Longest wait for a busy lock, unless the lock names its own: "0" for
 * one try, "forever" for no limit.
 * @param store Where locks are kept: "memory" excludes only within one JVM, for tests.
 * @param instanceName Readable part of the id under which this application holds locks.
 * The default is spring.application.name.
 * @param connectionFactory Bean name of the RedisConnectionFactory to use, where there
 * are several and none is primary.
 * @param watchdog Renewal of locks while they are held.
 * @param retry Pauses between two tries for a busy or failing lock.
 * @param wakeUp Sleep of those who wait to be woken.
 * @param handOff Passing a lock on inside one application, without Redis.
 * @param release Whether a release waits for the reply of Redis, unless the lock says
 * otherwise.
 * @param fencing Whether every lock takes a fencing number, also those that do not ask
 * for one.
 * @param replicas Acknowledgement of locks by replicas of Redis.
 * @param shutdownTimeout Longest wait at shutdown for the holders of locks. What is left
 * then is released.
 * @param startupCheck What happens at start-up if the Redis server is dangerous for
 * locks: "warn" logs it, "fail" stops the application, "off" does not look.
 * @param redlock Locks on several independent Redis masters.
 */
@ConfigurationProperties(prefix = LockProperties.PREFIX)
public record LockProperties(@DefaultValue("true") boolean enabled, @DefaultValue("lock:") String keyPrefix,
		@DefaultValue("30s") Duration ttl, @DefaultValue("5s") String waitTime, @DefaultValue("redis") Store store,
		@Nullable String instanceName, @Nullable String connectionFactory, @DefaultValue Watchdog watchdog,
		@DefaultValue Retry retry, @DefaultValue WakeUp wakeUp, @DefaultValue HandOff handOff,
		@DefaultValue("sync") ReleaseMode release, @DefaultValue("false") boolean fencing,
		@DefaultValue Replicas replicas, @DefaultValue("10s") Duration shutdownTimeout,
		@DefaultValue("warn") StartupCheck startupCheck, @DefaultValue Redlock redlock) {

	/** The start of all property names. */
	public static final String PREFIX = "distributed-lock";

	private static final String DEFAULT_WAIT_TIME = "5s";

	public LockProperties {
		waitTime = waitTime.isBlank() ? DEFAULT_WAIT_TIME : waitTime;
		new PropertyChecks().keyPrefix(keyPrefix)
			.ttl(ttl)
			.waitTime(waitTime)
			.instanceName(instanceName)
			.watchdog(watchdog, ttl)
			.retry(retry)
			.wakeUp(wakeUp)
			.handOff(handOff)
			.replicas(replicas, ttl)
			.shutdownTimeout(shutdownTimeout)
			.redlock(redlock, ttl)
			.throwIfAny();
	}

	/** Where locks are kept. */
	public enum Store {

		/** In Redis. */
		REDIS,

		/** In this JVM: excludes nobody on another machine. */
		MEMORY

	}

	/** What happens at start-up if the Redis server is dangerous for locks. */
	public enum StartupCheck {

		/** Nobody looks. */
		OFF,

		/** It is logged. */
		WARN,

		/** The application does not start. */
		FAIL

	}

	/**
	 * Renewal of locks while they are held. Checked with the rest.
	 *
	 * @param interval Longest time between two renewals of a lock. A lock is renewed at a
	 * third of its ttl in any case.
	 * @param threads Most threads that send renewals at the same time.
	 */
	public record Watchdog(@Nullable Duration interval, @DefaultValue("3") int threads) {
	}

	/**
	 * Pauses between two tries for a busy or failing lock. Checked with the rest.
	 *
	 * @param initialInterval First pause between two tries for a lock.
	 * @param maxInterval Longest pause between two tries for a lock.
	 * @param multiplier Factor by which each pause is longer than the one before.
	 * @param jitter Random part of each pause: 0 for none of it, 1 for all.
	 */
	public record Retry(@DefaultValue("10ms") Duration initialInterval, @DefaultValue("250ms") Duration maxInterval,
			@DefaultValue("2") double multiplier, @DefaultValue("0.5") double jitter) {
	}

	/**
	 * Sleep of those who wait to be woken. Checked with the rest.
	 *
	 * @param maxSleep Longest sleep of those who wait for a lock: what a lost wake-up
	 * costs at most.
	 */
	public record WakeUp(@DefaultValue("2s") Duration maxSleep) {
	}

	/**
	 * Acknowledgement of locks by replicas of Redis. Checked with the rest.
	 *
	 * @param minAcks Number of replicas that must have a lock before it counts: 0 asks
	 * none.
	 * @param timeout Longest wait for the replicas, each time that a lock is taken or
	 * renewed.
	 * @param onMissing What happens if too few replicas have a lock in time: "fail" gives
	 * it back, "warn" logs it.
	 */
	public record Replicas(@DefaultValue("0") int minAcks, @DefaultValue("100ms") Duration timeout,
			@DefaultValue("fail") OnMissing onMissing) {
	}

	/** What happens if too few replicas have a lock in time. */
	public enum OnMissing {

		/** It is given back: nobody holds it. */
		FAIL,

		/** It is logged, and held. */
		WARN

	}

	/**
	 * Passing a lock on inside one application, without Redis. Checked with the rest.
	 *
	 * @param maxConsecutive Most times in a row that a lock is passed on inside one
	 * application while others wait for it: 0 for never.
	 * @param maxDuration Longest time for which a lock is passed on inside one
	 * application while others wait for it.
	 */
	public record HandOff(@DefaultValue("256") int maxConsecutive, @DefaultValue("20ms") Duration maxDuration) {
	}

	/**
	 * Locks on several independent Redis masters. Checked with the rest.
	 *
	 * @param nodes URIs of the masters, such as rediss://user:password@host:6379/0; at
	 * least three, better an odd number. Where there are none, locks are kept in the
	 * Redis of spring.data.redis.
	 * @param nodeTimeout Longest wait for the reply of a master.
	 * @param driftFactor Part of a ttl by which the clocks of machines may differ in
	 * their speed.
	 * @param sslBundle Name of the SSL bundle for masters with rediss. The default is the
	 * trust store of the JVM.
	 */
	public record Redlock(@DefaultValue List<String> nodes, @DefaultValue("50ms") Duration nodeTimeout,
			@DefaultValue("0.01") double driftFactor, @Nullable String sslBundle) {

		/** Passwords stay out of it. */
		@Override
		public String toString() {
			return "Redlock[" + this.nodes.size() + " nodes]";
		}

	}

}
