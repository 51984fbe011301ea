package io.lockstarter.sample.fleet;

import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

import org.h2.tools.Server;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * The database of all instances: the one that was given, or an H2 in the memory of the
 * launcher, which ends with it.
 */
@Component
class Database implements DisposableBean {

	private static final String LOOPBACK = "127.0.0.1";

	private final @Nullable Server server;

	private final Map<String, String> settings;

	private final String text;

	Database(Environment environment, ObjectProvider<JdbcConnectionDetails> connection) throws SQLException {
		JdbcConnectionDetails details = connection.getIfAvailable();
		if (details != null) {
			this.server = null;
			this.settings = settings(details.getJdbcUrl(), String.valueOf(details.getUsername()),
					String.valueOf(details.getPassword()));
			this.text = name(details.getJdbcUrl());
		}
		else if (environment.containsProperty("spring.datasource.url")) {
			this.server = null;
			this.settings = Map.of();
			this.text = name(environment.getRequiredProperty("spring.datasource.url"));
		}
		else {
			System.setProperty("h2.bindAddress", LOOPBACK);
			this.server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists").start();
			// Others on this machine can reach the port, but do not know the password.
			this.settings = settings(
					"jdbc:h2:tcp://" + LOOPBACK + ":" + this.server.getPort() + "/mem:shop;DB_CLOSE_DELAY=-1", "shop",
					UUID.randomUUID().toString());
			this.text = "H2 in memory";
		}
	}

	private static Map<String, String> settings(String url, String user, String password) {
		return Map.of("SPRING_DATASOURCE_URL", url, "SPRING_DATASOURCE_USERNAME", user, "SPRING_DATASOURCE_PASSWORD",
				password);
	}

	/** The kind of database; the rest of a URL may have a password in it. */
	private static String name(String url) {
		String kind = url.replaceFirst("^jdbc:", "").replaceFirst(":.*$", "");
		return kind.equals("postgresql") ? "PostgreSQL" : kind;
	}

	/** Environment variables by which an instance finds it. */
	Map<String, String> settings() {
		return this.settings;
	}

	/** Its name, for humans. */
	String text() {
		return this.text;
	}

	@Override
	public void destroy() {
		if (this.server != null) {
			this.server.stop();
		}
	}

}
