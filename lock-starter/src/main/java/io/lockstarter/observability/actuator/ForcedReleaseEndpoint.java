package io.lockstarter.observability.actuator;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.engine.LockEngine;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Adds the forced release to the endpoint. It replaces {@link LocksEndpoint} only if
 * {@code distributed-lock.endpoint.forced-release} is set. Each use is an audit event.
 */
@Endpoint(id = "locks")
public final class ForcedReleaseEndpoint extends LocksEndpoint {

	/** The type of the audit event. */
	public static final String AUDIT_TYPE = "DISTRIBUTED_LOCK_FORCED_RELEASE";

	private final Operation operation;

	private final ApplicationEventPublisher events;

	/**
	 * Creates the endpoint.
	 * @param engine the instance
	 * @param methods finds annotated methods
	 * @param mask masks keys
	 * @param wallClock the clock for the times that it shows
	 * @param operation takes a lock away from its holder
	 * @param events receives the audit events
	 */
	public ForcedReleaseEndpoint(LockEngine engine, LockMethods methods, KeyMask mask, InstantSource wallClock,
			Operation operation, ApplicationEventPublisher events) {
		super(engine, methods, mask, wallClock);
		this.operation = operation;
		this.events = events;
	}

	/**
	 * Takes a lock away from its holder, although the holder may still work. If keys are
	 * masked, only the audit event contains the key.
	 * @param security the operator
	 * @param key the key; slashes in it are part of the path
	 * @return what was released
	 */
	@WriteOperation
	public Map<String, Object> release(SecurityContext security, @Selector(match = Match.ALL_REMAINING) String... key) {
		String joined = join(key);
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("key", joined);
		try {
			Optional<Map<String, Object>> released = this.operation.release(joined);
			details.put("released", released.isPresent());
			released.ifPresent(details::putAll);
		}
		catch (RuntimeException ex) {
			details.put("failure", String.valueOf(ex.getMessage()));
			throw ex;
		}
		finally {
			// Also a failed attempt is recorded: the lock may be released.
			this.events.publishEvent(new AuditApplicationEvent(operator(security), AUDIT_TYPE, Map.copyOf(details)));
		}
		details.put("key", mask(joined));
		return details;
	}

	private static String operator(SecurityContext security) {
		return (security.getPrincipal() != null) ? security.getPrincipal().getName() : "anonymous";
	}

	/** Takes locks away from their holders. */
	@FunctionalInterface
	public interface Operation {

		/**
		 * Takes a lock away.
		 * @param key the key
		 * @return details for the operator; empty if the lock was free
		 */
		Optional<Map<String, Object>> release(String key);

	}

}
