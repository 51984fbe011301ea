package io.lockstarter.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.InstanceId;
import io.lockstarter.LockInfo;
import io.lockstarter.LockService;
import io.lockstarter.actuator.ForcedReleaseEndpoint;

/**
 * Takes a lock away from its holders by their tokens. The next holder has a higher
 * fencing number, so a resource that checks it refuses later writes of the old holder.
 *
 * @param locks the lock service
 */
record ReleaseByToken(LockService locks) implements ForcedReleaseEndpoint.Operation {

	@Override
	public Optional<Map<String, Object>> release(String key) {
		List<LockInfo.Holder> released = this.locks.inspect(key)
			.map(LockInfo::holders)
			.orElse(List.of())
			.stream()
			.filter((holder) -> this.locks.release(key, holder.token()))
			.toList();
		return released.isEmpty() ? Optional.empty()
				: Optional.of(Map.of("holders", released.stream().map(ReleaseByToken::text).toList()));
	}

	private static String text(LockInfo.Holder holder) {
		return holder.instance().map((id) -> InstanceId.parse(id).toString()).orElse("another program");
	}

}
