package io.lockstarter.benchmarks.fleet;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.baomidou.lock.LockTemplate;
import io.lettuce.core.RedisClient;
import io.lockstarter.embedded.EmbeddedRedis;
import net.javacrumbs.shedlock.core.LockProvider;
import org.redisson.Redisson;

import org.springframework.boot.SpringApplication;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** Reads the versions that were used from the running server and from the jars. */
public final class Versions {

	private static final Pattern JAR = Pattern.compile("-(\\d[^/]*)\\.jar$");

	private Versions() {
	}

	public static String redis() {
		try (EmbeddedRedis redis = EmbeddedRedis.start(); RedisProbe probe = new RedisProbe(redis.port())) {
			return probe.version();
		}
	}

	public static Map<String, String> libraries() {
		Map<String, String> versions = new LinkedHashMap<>();
		versions.put("Spring Boot", of(SpringApplication.class));
		versions.put("Lettuce", of(RedisClient.class));
		versions.put("Redisson", of(Redisson.class));
		versions.put("lock4j", of(LockTemplate.class));
		versions.put("Spring Integration (SI)", of(RedisLockRegistry.class));
		versions.put("ShedLock", of(LockProvider.class));
		return versions;
	}

	private static String of(Class<?> type) {
		String jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
			.getFileName()
			.toString();
		Matcher version = JAR.matcher(jar);
		return version.find() ? version.group(1) : jar;
	}

}
