package io.lockstarter.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.jspecify.annotations.Nullable;

/** Options of an {@link EmbeddedRedis}; all have a default. */
public final class EmbeddedRedisBuilder {

	private final List<String> arguments = new ArrayList<>();

	private final List<String> config = new ArrayList<>();

	private final List<String> portOptions = new ArrayList<>();

	private int port;

	private @Nullable Path configFile;

	private @Nullable Path dir;

	private Duration startupTimeout = Duration.ofSeconds(20);

	private boolean busPort;

	EmbeddedRedisBuilder() {
	}

	/** Sets the port to listen on. The default, 0, selects a free port. */
	public EmbeddedRedisBuilder port(int port) {
		this.port = port;
		return this;
	}

	/**
	 * Sets a configuration file. It is read before all other options, and not deleted.
	 */
	public EmbeddedRedisBuilder configFile(Path configFile) {
		this.configFile = configFile;
		return this;
	}

	/**
	 * Adds lines of a private configuration file. The server may rewrite the file, as a
	 * sentinel does, and reads it again after a restart. The file is deleted with the
	 * server.
	 */
	public EmbeddedRedisBuilder config(String... lines) {
		this.config.addAll(List.of(lines));
		return this;
	}

	/**
	 * Sets an existing folder for the data, which is kept. The default is a private
	 * folder, which is deleted.
	 */
	public EmbeddedRedisBuilder dir(Path dir) {
		this.dir = dir.toAbsolutePath();
		return this;
	}

	/** Adds an option of redis-server: {@code option("--appendonly", "yes")}. */
	public EmbeddedRedisBuilder option(String name, String... values) {
		this.arguments.add(name);
		return args(values);
	}

	/**
	 * Adds an option whose value is a free port: {@code freePort("--cluster-port")}.
	 * {@link EmbeddedRedis#port(String)} returns the port.
	 */
	public EmbeddedRedisBuilder freePort(String name) {
		this.portOptions.add(name);
		return this;
	}

	/**
	 * Adds a user with these rules: {@code user("app", "secret", "~lock:*", "+set")}. The
	 * default user keeps all its permissions.
	 */
	public EmbeddedRedisBuilder user(String name, String password, String... rules) {
		option("--user", name, "on", ">" + password);
		return args(rules);
	}

	/**
	 * Makes the server a replica. It may not have the data of its master when it has
	 * started; see {@link EmbeddedRedis#awaitInSync()}.
	 */
	public EmbeddedRedisBuilder replicaOf(EmbeddedRedis master) {
		return option("--replicaof", master.host(), Integer.toString(master.port()));
	}

	/**
	 * Enables TLS on a separate port, {@link EmbeddedRedis#tlsPort()}. Clients need no
	 * certificate. The plain port stays open.
	 */
	public EmbeddedRedisBuilder tls(TlsFiles files) {
		return freePort(EmbeddedRedis.TLS_PORT).option("--tls-cert-file", files.certificate().toString())
			.option("--tls-key-file", files.key().toString())
			.option("--tls-ca-cert-file", files.authority().toString())
			.option("--tls-auth-clients", "no");
	}

	/**
	 * Adds arguments of redis-server: {@code args("--sentinel")}. The log must stay on
	 * standard output, because it is read there when the server fails.
	 */
	public EmbeddedRedisBuilder args(String... arguments) {
		this.arguments.addAll(List.of(arguments));
		return this;
	}

	/**
	 * Allows the command DEBUG. Redis before 7 always allows it, and has no such option.
	 */
	public EmbeddedRedisBuilder allowDebug() {
		return (RedisBinary.get().majorVersion() < RedisBinary.REDIS_7) ? this
				: option("--enable-debug-command", "local");
	}

	/**
	 * Selects a main port for which the bus port of a cluster node is free, too.
	 */
	EmbeddedRedisBuilder withBusPort() {
		this.busPort = true;
		return this;
	}

	/** Sets the maximum time until the server replies. */
	public EmbeddedRedisBuilder startupTimeout(Duration startupTimeout) {
		this.startupTimeout = startupTimeout;
		return this;
	}

	/**
	 * Starts the server and waits until it replies.
	 * @throws PortTakenException if the configured port is taken
	 * @throws EmbeddedRedisException if the server cannot run here, or ends at once
	 */
	public EmbeddedRedis start() {
		FreePorts ports = new FreePorts(new Random());
		return EmbeddedRedis.start(spec(), this.busPort ? ports::nextWithBusPort : ports::next);
	}

	ServerSpec spec() {
		return new ServerSpec(this.port, this.configFile, this.config, this.dir, this.arguments, this.portOptions,
				this.startupTimeout);
	}

}
