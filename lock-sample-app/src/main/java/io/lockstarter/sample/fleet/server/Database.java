package io.lockstarter.sample.fleet.server;

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
 * Provides the database of all instances: the configured one, or an H2 database in the
 * memory of the launcher.
 */
@Component
public class Database implements DisposableBean {

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
			// Other users of this machine can reach the port, so the password is random.
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

	/** Returns the kind of database only. The rest of the URL may hold a password. */
	private static String name(String url) {
		String kind = url.replaceFirst("^jdbc:", "").replaceFirst(":.*$", "");
		return kind.equals("postgresql") ? "PostgreSQL" : kind;
	}

	/** Returns the environment variables that configure an instance. */
	public Map<String, String> settings() {
		return this.settings;
	}

	/** Returns the name of the database for the page. */
	public String text() {
		return this.text;
	}

	@Override
	public void destroy() {
		if (this.server != null) {
			this.server.stop();
		}
	}

}
