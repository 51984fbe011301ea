package io.lockstarter.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.LockAdmin;
import io.lockstarter.internal.InstanceId;
import io.lockstarter.observability.actuator.ForcedReleaseEndpoint;

/**
 * Takes locks away from their holders, and describes the old holder to the operator.
 *
 * @param locks the locks
 */
record ReleaseByOperator(LockAdmin locks) implements ForcedReleaseEndpoint.Operation {

	@Override
	public Optional<Map<String, Object>> release(String key) {
		return this.locks.forceRelease(key).map(ReleaseByOperator::details);
	}

	private static Map<String, Object> details(LockAdmin.ForcedRelease released) {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("holder",
				released.lock()
					.holder()
					.instance()
					.map((id) -> InstanceId.parse(id).toString())
					.orElse("another program"));
		released.fencingNumber().ifPresent((number) -> details.put("fencingNumber", number));
		return details;
	}

}
