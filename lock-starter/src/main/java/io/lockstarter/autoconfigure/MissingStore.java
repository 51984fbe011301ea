package io.lockstarter.autoconfigure;

/**
 * What is said where there is no Redis. Apart from the choice between connection
 * factories, since it must be said also where Spring Data Redis is absent.
 */
final class MissingStore {

	static final String FIX = """
			Choose one:

			    - Add the dependency org.springframework.boot:spring-boot-starter-data-redis and set spring.data.redis.host.
			    - Set distributed-lock.store=memory, for tests: such locks exclude nobody on another machine.
			    - Set distributed-lock.enabled=false, to have no locks at all.""";

	private MissingStore() {
	}

	static InvalidLockConfigurationException noConnectionFactory() {
		return new InvalidLockConfigurationException(
				"The distributed locks are to be kept in Redis, but the application has no RedisConnectionFactory.",
				FIX);
	}

	/**
	 * For an application that chose a client which it does not have.
	 * @param client the value of {@code spring.data.redis.client-type}
	 */
	static InvalidLockConfigurationException noClient(String client) {
		boolean jedis = client.equals("jedis");
		return new InvalidLockConfigurationException(
				"The distributed locks are to be kept in Redis, but spring.data.redis.client-type is '" + client
						+ "', and " + (jedis ? "Jedis" : "Lettuce") + " is not on the class path.",
				"Add the dependency " + (jedis ? "redis.clients:jedis" : "io.lettuce:lettuce-core")
						+ ", or set spring.data.redis.client-type=" + (jedis ? "lettuce" : "jedis")
						+ ", or leave it out.");
	}

	static InvalidLockConfigurationException noSpringDataRedis() {
		return new InvalidLockConfigurationException(
				"The distributed locks are to be kept in Redis, but Spring Data Redis is not on the class path.", FIX);
	}

}
