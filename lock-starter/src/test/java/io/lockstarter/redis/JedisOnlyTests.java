package io.lockstarter.redis;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Checks that the store works without Lettuce, which is optional. */
class JedisOnlyTests {

	@Test
	void storeWorksWithoutLettuceOnTheClassPath() throws Exception {
		List<URL> classPath = new ArrayList<>();
		for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
			if (!entry.contains("lettuce-core")) {
				classPath.add(Path.of(entry).toUri().toURL());
			}
		}
		try (RedisFixture redis = RedisFixture.start();
				URLClassLoader loader = new URLClassLoader(classPath.toArray(URL[]::new),
						ClassLoader.getPlatformClassLoader())) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> loader.loadClass("io.lettuce.core.RedisClient"));
			IntFunction<?> probe = (IntFunction<?>) loader.loadClass(Probe.class.getName())
				.getDeclaredConstructor()
				.newInstance();
			assertThat(probe.apply(redis.server().port())).isEqualTo("WON 0 RELEASED");
		}
	}

	/** Runs inside the other class loader. */
	public static class Probe implements IntFunction<String> {

		@Override
		public String apply(int port) {
			// The first command loads the classes of the client once more, which takes
			// long
			// on a busy machine.
			JedisConnectionFactory factory = new JedisConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", port),
					JedisClientConfiguration.builder()
						.connectTimeout(Duration.ofSeconds(20))
						.readTimeout(Duration.ofSeconds(20))
						.usePooling()
						.build());
			factory.afterPropertiesSet();
			factory.start();
			try {
				LockStore store = new RedisLockStore(factory, "lock:");
				return (store.acquire("key", "mine", 60_000) ? "WON " : "BUSY ") + store.epoch() + " "
						+ store.release(new Release("key", "mine", 0));
			}
			finally {
				factory.destroy();
			}
		}

	}

}
