package io.lockstarter.redis.check;

/**
 * Holds the advice for connections that fail. It depends on the origin of the connection
 * factory: properties have no effect on a factory that the application defines.
 *
 * @param noPassword advice if the server requires a password and the client sent none
 * @param wrongPassword advice if the server does not accept the user or the password
 * @param needlessPassword advice if the client sent a password and the server has none
 * @param database advice if the server does not have this database
 * @param untrusted advice if the server's certificate is not accepted
 * @param tlsOn advice if the server uses TLS and the client does not
 * @param tlsOff advice if the client uses TLS and the server does not
 * @param other advice for all other failures
 */
public record ConnectionAdvice(String noPassword, String wrongPassword, String needlessPassword, String database,
		String untrusted, String tlsOn, String tlsOff, String other) {

	/** Returns the advice for the connection factory that Spring Boot creates. */
	public static ConnectionAdvice ofProperties() {
		return new ConnectionAdvice(
				"Set spring.data.redis.password, and also spring.data.redis.username if the user is not 'default'. If "
						+ "spring.data.redis.url is set, set them there.",
				"Correct spring.data.redis.username and spring.data.redis.password, or spring.data.redis.url if it "
						+ "is set.",
				"Remove spring.data.redis.password, or set a password on the server.",
				"Correct spring.data.redis.database.",
				"Configure the authority that signed it: spring.data.redis.ssl.bundle=redis and "
						+ "spring.ssl.bundle.pem.redis.truststore.certificate=file:ca.crt. In spring.data.redis.host, "
						+ "use the host name of the certificate.",
				"Set spring.data.redis.ssl.enabled=true (or use rediss:// in spring.data.redis.url if it is set), or "
						+ "set spring.data.redis.port to the server's port without TLS.",
				"Set spring.data.redis.ssl.enabled=false (or use redis:// in spring.data.redis.url if it is set), or "
						+ "set spring.data.redis.port to the server's port with TLS.",
				"Correct spring.data.redis.*.");
	}

	/**
	 * Returns the advice for the connection factory that Spring Boot creates from other
	 * connection details than its properties, such as {@code @ServiceConnection} or
	 * Docker Compose.
	 * @param bean the name of the bean with the details
	 */
	public static ConnectionAdvice ofDetails(String bean) {
		String place = " in the service that the bean '" + bean + "' describes, or remove this bean. It replaces "
				+ "spring.data.redis.*, which has no effect on the connection (@ServiceConnection, Docker Compose).";
		return new ConnectionAdvice("Set the password" + place, "Correct the user and the password" + place,
				"Remove the password" + place, "Correct the database" + place,
				"Configure the authority that signed the certificate" + place, "Enable TLS" + place,
				"Disable TLS" + place, "Correct the connection" + place);
	}

	/**
	 * Returns the advice for a connection factory that the application defines.
	 * @param bean the name of its bean
	 */
	public static ConnectionAdvice ofBean(String bean) {
		String place = " in the bean '" + bean + "' (spring.data.redis.* has no effect on it): ";
		return new ConnectionAdvice(
				"Set the password" + place + "RedisStandaloneConfiguration.setPassword, and also setUsername if the "
						+ "user is not 'default'.",
				"Correct the user and the password" + place
						+ "setUsername and setPassword of its RedisStandaloneConfiguration.",
				"Remove the password" + place + "RedisStandaloneConfiguration.setPassword.",
				"Correct the database" + place + "RedisStandaloneConfiguration.setDatabase.",
				"Configure the authority that signed it" + place
						+ "the SSL options of its client. Use the host name of " + "the certificate.",
				"Enable TLS" + place + "useSsl() of its client configuration.",
				"Disable TLS" + place + "remove useSsl() from its client configuration.",
				"Correct the connection" + place + "its configuration and its client configuration.");
	}

}
