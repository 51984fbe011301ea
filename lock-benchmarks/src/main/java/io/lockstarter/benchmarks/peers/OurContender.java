package io.lockstarter.benchmarks.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.autoconfigure.LockProperties;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** Our own lock, as the auto-configuration makes it: renewed, with a lease of 30 s. */
final class OurContender implements Contender {

	private final BootRedis redis;

	private final LockService locks;

	private OurContender(Connecting connecting, String... properties) {
		List<String> all = new ArrayList<>(List.of(properties));
		all.add("distributed-lock.ttl=" + Connecting.LEASE);
		all.add("distributed-lock.wait-time=" + Connecting.PATIENCE);
		this.redis = new BootRedis(connecting, Locks.class, all.toArray(String[]::new));
		this.locks = this.redis.bean(LockService.class);
	}

	static Contender releasing(Connecting connecting) {
		return new OurContender(connecting);
	}

	static Contender releasingAsync(Connecting connecting) {
		return new OurContender(connecting, "distributed-lock.release=async");
	}

	// Asked, since an unknown property would be ignored and the wrong thing measured.
	static boolean canReleaseAsync() {
		return Arrays.stream(LockProperties.class.getRecordComponents())
			.anyMatch((property) -> property.getName().equals("release"));
	}

	@Override
	public Held lock(String key) {
		return this.locks.acquire(key)::close;
	}

	@Override
	public void close() {
		this.redis.close();
	}

	/** The connection and the locks. */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, LockAutoConfiguration.class })
	static class Locks {

	}

}
