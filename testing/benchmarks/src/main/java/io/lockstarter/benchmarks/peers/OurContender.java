package io.lockstarter.benchmarks.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.autoconfigure.LockProperties;
import io.lockstarter.autoconfigure.ReactiveLockAutoConfiguration;
import io.lockstarter.reactive.ReactiveLockService;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** The auto-configured lock of this library: renewed, with a lease of 30 s. */
final class OurContender implements Contender {

	private final BootRedis redis;

	private final LockService locks;

	private final ReactiveLockService reactive;

	private OurContender(ContenderSettings settings, String... properties) {
		List<String> all = new ArrayList<>(List.of(properties));
		all.add("distributed-lock.ttl=" + ContenderSettings.LEASE);
		all.add("distributed-lock.wait-time=" + ContenderSettings.TIMEOUT);
		// The check runs in the background, and its commands would be counted.
		all.add("distributed-lock.startup-check=off");
		this.redis = new BootRedis(settings, Locks.class, all.toArray(String[]::new));
		this.locks = this.redis.bean(LockService.class);
		this.reactive = this.redis.bean(ReactiveLockService.class);
	}

	static Contender releasing(ContenderSettings settings) {
		return new OurContender(settings);
	}

	static Contender releasingAsync(ContenderSettings settings) {
		return new OurContender(settings, "distributed-lock.release-mode=async");
	}

	// An unknown property would be ignored, and the wrong mode would be measured.
	static boolean canReleaseAsync() {
		return Arrays.stream(LockProperties.class.getRecordComponents())
			.anyMatch((property) -> property.getName().equals("releaseMode"));
	}

	@Override
	public HeldLock lock(String key) {
		return this.locks.acquire(key)::close;
	}

	@Override
	public HeldLock lock(String key, LockMode mode) {
		LockRequest request = LockRequest.of(key);
		return this.locks.acquire(switch (mode) {
			case FAIR -> request.withType(LockType.FAIR);
			case READ -> request.withType(LockType.READ);
			case WRITE -> request.withType(LockType.WRITE);
			case PERMIT -> request.withType(LockType.SEMAPHORE).withPermits(LockMode.PERMITS);
		})::close;
	}

	@Override
	public CompletionStage<?> runLocked(String key, long number, Runnable section) {
		return this.reactive.withLock(LockRequest.of(key), Mono.fromRunnable(section)).toFuture();
	}

	@Override
	public void close() {
		this.redis.close();
	}

	/** Configures the connection and the locks. */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, LockAutoConfiguration.class,
			ReactiveLockAutoConfiguration.class })
	static class Locks {

	}

}
