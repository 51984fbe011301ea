package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.lockstarter.ReleaseMode;
import io.lockstarter.autoconfigure.failure.PropertyChecks;
import io.lockstarter.autoconfigure.failure.PropertyNames;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Holds the configuration of the locks. Binding checks all values and reports all invalid
 * ones together. An empty value means the default. {@link PropertyNames} refuses unknown
 * names: otherwise a misspelled ttl would silently be the default.
 *
 * @param enabled Whether distributed locks are enabled.
 * @param keyPrefix Prefix of every key in Redis. May be empty if Redis holds only locks.
 * @param ttl Default time after which Redis deletes a lock that is not renewed.
 * @param waitTime Default longest wait for a busy lock: "0" for a single attempt,
 * "forever" for no limit. Calls with OnBusy.SKIP, tryAcquire and tryRun do not use it.
 * @param store Store of the locks. "memory" is for tests: it excludes only callers in the
 * same JVM.
 * @param instanceName Readable part of the id of this application instance. The default
 * is spring.application.name.
 * @param connectionFactory Bean name of the RedisConnectionFactory, if there are several
 * and none is primary.
 * @param watchdog Renewal of held locks.
 * @param retry Pauses between two attempts to acquire a busy or failing lock.
 * @param wakeUp Wake-up of waiters.
 * @param handOff Hand-off of a lock between callers of one application, without Redis.
 * @param releaseMode Default release mode: "sync" waits for the reply of Redis, "async"
 * does not.
 * @param fencing Whether every lock takes a fencing number, even if it does not ask for
 * one.
 * @param replicas Acknowledgment of locks by Redis replicas.
 * @param shutdownTimeout Longest wait for lock holders at shutdown. Locks that are still
 * held after it are released.
 * @param startupCheck Reaction at start-up to a Redis server that is unsafe for locks:
 * "warn" logs it, "fail" stops the application, "off" skips the check.
 * @param redlock Locks on several independent Redis masters.
 * @param events Events of locks.
 * @param diagnosis Help to find the cause of slow locks.
 * @param health Health of this instance.
 * @param endpoint Actuator endpoint of the locks.
 * @param web Responses to HTTP requests.
 * @param locks Settings of single locks. The name of a lock is its key template, such as
 * "[order:#<id>]". They take precedence over the values in code.
 */
@ConfigurationProperties(prefix = LockProperties.PREFIX)
public record LockProperties(@DefaultValue("true") boolean enabled, @DefaultValue("lock:") String keyPrefix,
		@DefaultValue("30s") Duration ttl, @DefaultValue("5s") String waitTime, @DefaultValue("redis") Store store,
		@Nullable String instanceName, @Nullable String connectionFactory, @DefaultValue Watchdog watchdog,
		@DefaultValue Retry retry, @DefaultValue WakeUp wakeUp, @DefaultValue HandOff handOff,
		@DefaultValue("sync") ReleaseMode releaseMode, @DefaultValue("false") boolean fencing,
		@DefaultValue Replicas replicas, @DefaultValue("10s") Duration shutdownTimeout,
		@DefaultValue("warn") StartupCheck startupCheck, @DefaultValue Redlock redlock, @DefaultValue Events events,
		@DefaultValue Diagnosis diagnosis, @DefaultValue Health health, @DefaultValue Endpoint endpoint,
		@DefaultValue Web web, @DefaultValue Map<String, Lock> locks) {

	/** The prefix of all property names. */
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
			.diagnosis(diagnosis)
			.health(health)
			.web(web)
			.locks(locks)
			.throwIfAny();
	}

	/** The store of the locks. */
	public enum Store {

		/** In Redis. */
		REDIS,

		/** In the memory of this JVM: excludes only callers in the same JVM. */
		MEMORY

	}

	/** The reaction at start-up to a Redis server that is unsafe for locks. */
	public enum StartupCheck {

		/** The server is not checked. */
		OFF,

		/** The problem is logged. */
		WARN,

		/** The application does not start. */
		FAIL

	}

	/**
	 * Renewal of held locks. {@link LockProperties} checks the values.
	 *
	 * @param interval Longest time between two renewals of a lock. A lock is always
	 * renewed after a third of its ttl at the latest.
	 * @param threads Largest number of threads that send renewals at the same time.
	 */
	public record Watchdog(@Nullable Duration interval, @DefaultValue("3") int threads) {
	}

	/**
	 * Pauses between two attempts to acquire a busy or failing lock.
	 * {@link LockProperties} checks the values.
	 *
	 * @param initialInterval First pause between two attempts.
	 * @param maxInterval Longest pause between two attempts.
	 * @param multiplier Factor by which each pause is longer than the previous one.
	 * @param jitter Random part of each pause: 0 for a fixed pause, 1 for a fully random
	 * one.
	 */
	public record Retry(@DefaultValue("10ms") Duration initialInterval, @DefaultValue("250ms") Duration maxInterval,
			@DefaultValue("2") double multiplier, @DefaultValue("0.5") double jitter) {
	}

	/**
	 * Wake-up of waiters. {@link LockProperties} checks the values.
	 *
	 * @param maxSleep Longest sleep of a waiter before it asks Redis again. It limits the
	 * delay after a lost wake-up.
	 */
	public record WakeUp(@DefaultValue("2s") Duration maxSleep) {
	}

	/**
	 * Acknowledgment of locks by Redis replicas. {@link LockProperties} checks the
	 * values.
	 *
	 * @param minAcks Number of replicas that must acknowledge a lock before it counts as
	 * acquired: 0 for none.
	 * @param timeout Longest wait for the replicas after each acquire and each renewal.
	 * @param onMissing Reaction if too few replicas acknowledge a lock in time: "fail"
	 * releases it, "warn" logs it.
	 */
	public record Replicas(@DefaultValue("0") int minAcks, @DefaultValue("100ms") Duration timeout,
			@DefaultValue("fail") OnMissing onMissing) {
	}

	/** The reaction if too few replicas acknowledge a lock in time. */
	public enum OnMissing {

		/** The lock is released, and its caller receives an exception. */
		FAIL,

		/** The problem is logged, and the lock is held. */
		WARN

	}

	/**
	 * Hand-off of a lock between callers of one application, without Redis.
	 * {@link LockProperties} checks the values.
	 *
	 * @param maxConsecutive Largest number of consecutive hand-offs inside one
	 * application while other instances wait: 0 for none.
	 * @param maxDuration Longest time of consecutive hand-offs inside one application
	 * while other instances wait.
	 * @param slice Time after a waiting caller has acquired a lock in which a new caller
	 * of the same application may acquire it first: 0 for strict order.
	 */
	public record HandOff(@DefaultValue("256") int maxConsecutive, @DefaultValue("20ms") Duration maxDuration,
			@DefaultValue("200us") Duration slice) {
	}

	/**
	 * Events of locks.
	 *
	 * @param publish Whether each lock event is also published as an event of the
	 * application context.
	 */
	public record Events(@DefaultValue("false") boolean publish) {
	}

	/**
	 * Help to find the cause of slow locks. {@link LockProperties} checks the values.
	 *
	 * @param slowHold Time after which a hold is logged once, with the stack of its
	 * thread. If empty, slow holds are not logged.
	 */
	public record Diagnosis(@Nullable Duration slowHold) {
	}

	/**
	 * Health of this instance. {@link LockProperties} checks the values.
	 *
	 * @param window Time for which a lost lock counts.
	 * @param maxLosses Largest number of lost locks within the window of a healthy
	 * instance. If empty, lost locks do not make the instance unhealthy.
	 * @param maxLag Longest delay of renewals of a healthy instance. The default is a
	 * third of the ttl.
	 */
	public record Health(@DefaultValue("1m") Duration window, @Nullable Integer maxLosses, @Nullable Duration maxLag) {
	}

	/**
	 * Actuator endpoint of the locks.
	 *
	 * @param maskKeys Whether keys are replaced by a hash.
	 * @param forcedRelease Whether an operator can take a lock away from its holder.
	 */
	public record Endpoint(@DefaultValue("false") boolean maskKeys, @DefaultValue("false") boolean forcedRelease) {
	}

	/**
	 * Responses to HTTP requests. {@link LockProperties} checks the values.
	 *
	 * @param problemDetails Whether a busy lock becomes the status 423 and a failed lock
	 * server the status 503, with problem details.
	 * @param retryAfter Time in the header Retry-After of these responses.
	 */
	public record Web(@DefaultValue("false") boolean problemDetails, @DefaultValue("1s") Duration retryAfter) {
	}

	/**
	 * Settings of one lock. {@link LockProperties} checks the values.
	 *
	 * @param ttl Time after which Redis deletes the lock if it is not renewed.
	 * @param waitTime Longest wait for the busy lock: "0" for a single attempt, "forever"
	 * for no limit.
	 * @param maxHold Longest time for which the lock is held, even if it is renewed.
	 * @param fencing Whether the lock takes a fencing number.
	 */
	public record Lock(@Nullable Duration ttl, @Nullable String waitTime, @Nullable Duration maxHold,
			@Nullable Boolean fencing) {
	}

	/**
	 * Locks on several independent Redis masters. {@link LockProperties} checks the
	 * values.
	 *
	 * @param nodes URIs of the masters, such as rediss://user:password@host:6379/0. At
	 * least three, and preferably an odd number. If empty, the locks use
	 * spring.data.redis.
	 * @param nodeTimeout Longest wait for the reply of a master.
	 * @param driftFactor Largest expected difference in speed between clocks, as a
	 * fraction of the ttl.
	 * @param sslBundle Name of the SSL bundle for masters with rediss. The default is the
	 * trust store of the JVM.
	 */
	public record Redlock(@DefaultValue List<String> nodes, @DefaultValue("50ms") Duration nodeTimeout,
			@DefaultValue("0.01") double driftFactor, @Nullable String sslBundle) {

		/** Does not show the nodes, since their URIs may contain passwords. */
		@Override
		public String toString() {
			return "Redlock[" + this.nodes.size() + " nodes]";
		}

	}

}
