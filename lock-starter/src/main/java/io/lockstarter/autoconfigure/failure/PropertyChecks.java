package io.lockstarter.autoconfigure.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import io.lockstarter.LockRequest;
import io.lockstarter.aop.definition.DurationSyntax;
import io.lockstarter.aop.definition.Problem;
import io.lockstarter.autoconfigure.LockProperties;
import io.lockstarter.internal.Limits;
import io.lockstarter.redlock.RedlockSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Collects all invalid properties and reports them under the names in the user's
 * configuration. The limits are the same as in {@link LockRequest} and in the settings of
 * the engine. Those would refuse one value at a time, and under internal names.
 */
public final class PropertyChecks {

	private static final Pattern INSTANCE_NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

	private static final Pattern UNFIT_FOR_KEYS = Pattern.compile("[\\s\\p{Cntrl}]");

	private static final int MAX_PREFIX_LENGTH = 256;

	private final List<Problem> problems = new ArrayList<>();

	public PropertyChecks keyPrefix(String value) {
		check(!UNFIT_FOR_KEYS.matcher(value).find(), "key-prefix", value, "has a blank or a control character",
				"Use only visible characters, such as 'lock:', or an empty prefix");
		// Otherwise a key of the user could have the name of a fencing counter.
		check(value.indexOf('~') < 0, "key-prefix", value, "contains '~', which is reserved for keys of the library",
				"Use another character, such as 'lock:'");
		check(value.indexOf('{') < 0 || value.indexOf('}', value.indexOf('{')) > 0, "key-prefix", value,
				"has an opening brace without a closing one", "Close the hash tag, such as '{app}:', or remove it");
		return check(value.length() <= MAX_PREFIX_LENGTH, "key-prefix", value.length() + " characters",
				"is longer than " + MAX_PREFIX_LENGTH + " characters", "Use a short one, such as 'lock:'");
	}

	public PropertyChecks ttl(Duration value) {
		return range("ttl", value, Limits.MIN_TTL, Limits.MAX_DURATION, "30s");
	}

	public PropertyChecks locks(Map<String, LockProperties.Lock> locks) {
		locks.forEach((name, lock) -> {
			String path = "locks[" + name + "]";
			if (lock.ttl() != null) {
				range(path + ".ttl", lock.ttl(), Limits.MIN_TTL, Limits.MAX_DURATION, "30s");
			}
			if (lock.waitTime() != null && !lock.waitTime().isBlank()) {
				waitTime(path + ".wait-time", lock.waitTime());
			}
			if (lock.maxHold() != null) {
				range(path + ".max-hold", lock.maxHold(), Duration.ofMillis(1), Limits.MAX_DURATION, "10m");
			}
		});
		return this;
	}

	public PropertyChecks waitTime(String value) {
		return waitTime("wait-time", value);
	}

	private PropertyChecks waitTime(String property, String value) {
		Duration parsed;
		try {
			parsed = DurationSyntax.WAIT_TIME.parse(value);
		}
		catch (IllegalArgumentException ex) {
			return check(false, property, value, DurationSyntax.WAIT_TIME.problem(),
					StringUtils.capitalize(DurationSyntax.WAIT_TIME.fix()));
		}
		if (parsed.equals(LockRequest.FOREVER)) {
			return this;
		}
		check(!parsed.isNegative(), property, value, "is negative",
				"Set 0 to try once, or forever to wait without limit");
		return check(parsed.compareTo(Limits.MAX_DURATION) <= 0, property, value, "is longer than a year",
				"Set forever to wait without limit");
	}

	public PropertyChecks instanceName(@Nullable String value) {
		return check(value == null || value.isEmpty() || INSTANCE_NAME.matcher(value).matches(), "instance-name",
				String.valueOf(value), "is not 1 to 64 letters, digits, dots, hyphens or underscores",
				"Use a name such as shop-1, or remove it to use spring.application.name");
	}

	public PropertyChecks watchdog(LockProperties.Watchdog watchdog, Duration ttl) {
		Duration interval = watchdog.interval();
		if (interval != null) {
			check(interval.compareTo(Duration.ofMillis(10)) >= 0, "watchdog.interval", Durations.text(interval),
					"is shorter than 10ms", "Remove it to renew at a third of the ttl" + DurationSyntax.UNIT);
			check(interval.compareTo(ttl.dividedBy(2)) <= 0, "watchdog.interval", Durations.text(interval),
					"is longer than half of distributed-lock.ttl, " + Durations.text(ttl)
							+ ", so a single failed renewal would lose the lock",
					"Remove it to renew at a third of the ttl");
		}
		wholeRange("watchdog.threads", watchdog.threads(), 1, 64);
		return this;
	}

	public PropertyChecks retry(LockProperties.Retry retry) {
		Duration shortest = Duration.ofMillis(1);
		Duration longest = Duration.ofMinutes(1);
		range("retry.initial-interval", retry.initialInterval(), shortest, longest, "10ms");
		range("retry.max-interval", retry.maxInterval(), shortest, longest, "250ms");
		check(retry.maxInterval().compareTo(retry.initialInterval()) >= 0, "retry.max-interval",
				Durations.text(retry.maxInterval()),
				"is shorter than distributed-lock.retry.initial-interval, " + Durations.text(retry.initialInterval()),
				"Set it to at least the initial interval");
		range("retry.multiplier", retry.multiplier(), 1, 10);
		range("retry.jitter", retry.jitter(), 0, 1);
		return this;
	}

	public PropertyChecks wakeUp(LockProperties.WakeUp wakeUp) {
		return range("wake-up.max-sleep", wakeUp.maxSleep(), Duration.ofMillis(100), Duration.ofMinutes(1), "2s");
	}

	public PropertyChecks handOff(LockProperties.HandOff handOff) {
		wholeRange("hand-off.max-consecutive", handOff.maxConsecutive(), 0, 1_000_000);
		range("hand-off.max-duration", handOff.maxDuration(), Duration.ZERO, Duration.ofMinutes(1), "20ms");
		return range("hand-off.slice", handOff.slice(), Duration.ZERO, Duration.ofMillis(10), "200us");
	}

	public PropertyChecks replicas(LockProperties.Replicas replicas, Duration ttl) {
		wholeRange("replicas.min-acks", replicas.minAcks(), 0, 32);
		// Without acknowledgments, the default may be too long for a short ttl.
		Duration longest = (replicas.minAcks() > 0) ? ttl.dividedBy(3) : Duration.ofHours(1);
		return range("replicas.timeout", replicas.timeout(), Duration.ofMillis(1), longest, "100ms");
	}

	public PropertyChecks shutdownTimeout(Duration value) {
		return range("shutdown-timeout", value, Duration.ZERO, Duration.ofHours(1), "10s");
	}

	public PropertyChecks redlock(LockProperties.Redlock redlock, Duration ttl) {
		if (!redlock.nodes().isEmpty()) {
			this.problems.addAll(RedlockNodeChecks.problems(redlock));
		}
		Duration timeout = redlock.nodeTimeout();
		Duration longest = Duration.ofSeconds(10);
		range("redlock.node-timeout", timeout, Duration.ofMillis(1), longest, "50ms");
		boolean known = redlock.nodes().isEmpty() || timeout.compareTo(longest) > 0;
		check(known || timeout.compareTo(ttl.dividedBy(3)) <= 0, "redlock.node-timeout", Durations.text(timeout),
				"is longer than a third of distributed-lock.ttl, " + Durations.text(ttl)
						+ ", so a lock could not be renewed in time",
				"Set a much shorter time, such as 50ms");
		range("redlock.drift-factor", redlock.driftFactor(), 0, RedlockSettings.MAX_DRIFT_FACTOR);
		return this;
	}

	public PropertyChecks diagnosis(LockProperties.Diagnosis diagnosis) {
		Duration slowHold = diagnosis.slowHold();
		return (slowHold == null) ? this
				: range("diagnosis.slow-hold", slowHold, Duration.ofMillis(10), Limits.MAX_DURATION, "10s");
	}

	public PropertyChecks health(LockProperties.Health health) {
		range("health.window", health.window(), Duration.ofSeconds(1), Duration.ofDays(1), "1m");
		Integer maxLosses = health.maxLosses();
		if (maxLosses != null) {
			wholeRange("health.max-losses", maxLosses, 0, 1000);
		}
		Duration maxLag = health.maxLag();
		return (maxLag == null) ? this
				: range("health.max-lag", maxLag, Duration.ofMillis(1), Limits.MAX_DURATION, "1s");
	}

	public PropertyChecks web(LockProperties.Web web) {
		return range("web.retry-after", web.retryAfter(), Duration.ofSeconds(1), Duration.ofDays(1), "1s");
	}

	public void throwIfAny() {
		if (!this.problems.isEmpty()) {
			throw InvalidLockConfigurationException.ofProperties(this.problems);
		}
	}

	private PropertyChecks range(String property, Duration value, Duration min, Duration max, String example) {
		check(value.compareTo(min) >= 0, property, Durations.text(value), "is shorter than " + Durations.text(min),
				"Set it to at least " + Durations.text(min) + ", such as " + example + DurationSyntax.UNIT);
		return check(value.compareTo(max) <= 0, property, Durations.text(value),
				"is longer than " + Durations.text(max),
				"Set it to at most " + Durations.text(max) + ", such as " + example);
	}

	private void range(String property, double value, double min, double max) {
		check(value >= min && value <= max, property, Double.toString(value), "is not between " + min + " and " + max,
				"Set it to a number from " + min + " to " + max);
	}

	private void wholeRange(String property, int value, int min, int max) {
		check(value >= min && value <= max, property, Integer.toString(value), "is not between " + min + " and " + max,
				"Set it to a whole number from " + min + " to " + max);
	}

	private PropertyChecks check(boolean ok, String property, String value, String problem, String fix) {
		if (!ok) {
			this.problems.add(Problem.ofValue(LockProperties.PREFIX + "." + property, value, problem, fix));
		}
		return this;
	}

}
