package io.lockstarter.sample.shop.watch;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.lockstarter.LockException;
import io.lockstarter.LockInfo;
import io.lockstarter.LockService;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Detects renewals in Redis, because listeners receive only failed renewals. If the
 * remaining time of a lock went up under the same token, the lock was renewed.
 */
@Component
class RenewalWatch {

	private final LockService locks;

	private final LockWatch watch;

	private final HeldLocks held;

	private Map<String, LockInfo> seen = new HashMap<>();

	RenewalWatch(LockService locks, LockWatch watch, HeldLocks held) {
		this.locks = locks;
		this.watch = watch;
		this.held = held;
	}

	@Scheduled(fixedDelayString = "${shop.renewal-watch:200ms}")
	void look() {
		Map<String, LockInfo> now = new HashMap<>();
		try {
			this.held.forEach((key,
					token) -> this.locks.inspect(key).filter((info) -> info.token().equals(token)).ifPresent((info) -> {
						now.put(key, info);
						if (isLonger(info, this.seen.get(key))) {
							this.watch.renewed(key, token);
						}
					}));
		}
		catch (LockException ex) {
			// Redis does not answer now. The holders of the locks handle that.
		}
		this.seen = now;
	}

	private static boolean isLonger(LockInfo info, @Nullable LockInfo before) {
		return before != null && before.token().equals(info.token())
				&& info.remaining().minus(before.remaining()).compareTo(Duration.ZERO) > 0;
	}

}
