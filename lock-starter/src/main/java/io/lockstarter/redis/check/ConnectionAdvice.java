package io.lockstarter.redis.check;

/**
 * Holds what to change where a connection cannot be made. That depends on where the
 * connection factory comes from: properties have no effect on one that the application
 * made itself.
 *
 * @param noPassword the server wants a password and was sent none
 * @param wrongPassword the server does not accept the user or the password
 * @param needlessPassword the server has no password and was sent one
 * @param database the server does not have this database
 * @param untrusted the server's certificate is not accepted
 * @param tlsOn the server speaks TLS and the client does not
 * @param tlsOff the client speaks TLS and the server does not
 * @param other anything else
 */
public record ConnectionAdvice(String noPassword, String wrongPassword, String needlessPassword, String database,
		String untrusted, String tlsOn, String tlsOff, String other) {

	/** For the connection factory that Spring Boot makes. */
	public static ConnectionAdvice ofProperties() {
		return new ConnectionAdvice(
				"Set spring.data.redis.password, and spring.data.redis.username for a user of its own (or both in "
						+ "spring.data.redis.url, if that is set).",
				"Correct spring.data.redis.username and spring.data.redis.password (or spring.data.redis.url, if that "
						+ "is set).",
				"Remove spring.data.redis.password, or set a password on the server.",
				"Correct spring.data.redis.database.",
				"Name the authority that signed it: spring.data.redis.ssl.bundle=redis and "
						+ "spring.ssl.bundle.pem.redis.truststore.certificate=file:ca.crt; and name the server in "
						+ "spring.data.redis.host as its certificate does.",
				"Set spring.data.redis.ssl.enabled=true (or rediss:// in spring.data.redis.url, if that is set), or "
						+ "name the server's port without TLS in spring.data.redis.port.",
				"Set spring.data.redis.ssl.enabled=false (or redis:// in spring.data.redis.url, if that is set), or "
						+ "name the server's port with TLS in spring.data.redis.port.",
				"Correct spring.data.redis.*.");
	}

	/**
	 * For the connection factory that Spring Boot makes of connection details other than
	 * its properties, as of {@code @ServiceConnection} or Docker Compose.
	 * @param bean the name of the bean with the details
	 */
	public static ConnectionAdvice ofDetails(String bean) {
		String place = " in the service that the bean '" + bean + "' describes, or leave that bean out: it takes the "
				+ "place of spring.data.redis.*, which has no effect on the connection (@ServiceConnection, Docker "
				+ "Compose).";
		return new ConnectionAdvice("Set the password" + place, "Correct the user and the password" + place,
				"Remove the password" + place, "Correct the database" + place,
				"Name the authority that signed the certificate" + place, "Switch TLS on" + place,
				"Switch TLS off" + place, "Correct the connection" + place);
	}

	/**
	 * For a connection factory that the application makes.
	 * @param bean the name of its bean
	 */
	public static ConnectionAdvice ofBean(String bean) {
		String place = " in the bean '" + bean + "' (spring.data.redis.* has no effect on it): ";
		return new ConnectionAdvice(
				"Set the password" + place + "RedisStandaloneConfiguration.setPassword, and setUsername for a user of "
						+ "its own.",
				"Correct the user and the password" + place
						+ "setUsername and setPassword of its RedisStandaloneConfiguration.",
				"Remove the password" + place + "RedisStandaloneConfiguration.setPassword.",
				"Correct the database" + place + "RedisStandaloneConfiguration.setDatabase.",
				"Name the authority that signed it" + place + "the SSL options of its client; and name the server as "
						+ "its certificate does.",
				"Switch TLS on" + place + "useSsl() of its client configuration.",
				"Switch TLS off" + place + "leave useSsl() out of its client configuration.",
				"Correct the connection" + place + "its configuration and its client configuration.");
	}

}
