package io.lockstarter.autoconfigure;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;

/**
 * Creates the exceptions for an application that has no access to Redis. It is separate
 * from {@link ConnectionFactoryChoice}, which cannot be loaded without Spring Data Redis.
 */
final class MissingStore {

	private static final String WITHOUT_REDIS = "\n    - For tests, set distributed-lock.store=memory."
			+ " Such locks exclude only callers in the same JVM.\n    - To run without locks, set distributed-lock.enabled=false.";

	private MissingStore() {
	}

	static InvalidLockConfigurationException noConnectionFactory() {
		return new InvalidLockConfigurationException(
				"The distributed locks need Redis, but the application has no bean of type RedisConnectionFactory.", """
						Choose one:

						    - Let Spring Boot create the bean: do not exclude DataRedisAutoConfiguration \
						(RedisAutoConfiguration in Spring Boot 3), and set spring.data.redis.host.
						    - Define a bean of type RedisConnectionFactory.""" + WITHOUT_REDIS);
	}

	/**
	 * Describes an application that selects a client which is not on the class path.
	 * @param client the value of {@code spring.data.redis.client-type}
	 */
	static InvalidLockConfigurationException noClient(String client) {
		boolean jedis = client.equals("jedis");
		return new InvalidLockConfigurationException(
				"The distributed locks need Redis. spring.data.redis.client-type is '" + client + "', but "
						+ (jedis ? "Jedis" : "Lettuce") + " is not on the class path.",
				"Add the dependency " + (jedis ? "redis.clients:jedis" : "io.lettuce:lettuce-core")
						+ ", or set spring.data.redis.client-type=" + (jedis ? "lettuce" : "jedis")
						+ ", or remove spring.data.redis.client-type.");
	}

	static InvalidLockConfigurationException noClient() {
		return new InvalidLockConfigurationException(
				"The distributed locks need Redis, but neither Lettuce nor Jedis is on the class path.",
				"Choose one:\n\n    - Add the dependency io.lettuce:lettuce-core or redis.clients:jedis."
						+ WITHOUT_REDIS);
	}

	static InvalidLockConfigurationException noSpringDataRedis() {
		return new InvalidLockConfigurationException(
				"The distributed locks need Redis, but Spring Data Redis is not on the class path.",
				"Choose one:\n\n    - Do not exclude the dependency org.springframework.boot:spring-boot-starter-data-redis"
						+ " of lock-starter, and set spring.data.redis.host." + WITHOUT_REDIS);
	}

}
