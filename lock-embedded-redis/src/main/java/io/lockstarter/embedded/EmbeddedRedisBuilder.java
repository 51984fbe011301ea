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

	/** The port to listen on; 0, the default, for any free one. */
	public EmbeddedRedisBuilder port(int port) {
		this.port = port;
		return this;
	}

	/** A configuration file, read before all other options. Not deleted. */
	public EmbeddedRedisBuilder configFile(Path configFile) {
		this.configFile = configFile;
		return this;
	}

	/**
	 * Lines of a configuration file of the server's own. It may rewrite them, as a
	 * sentinel does, finds them again after a restart, and they are deleted with it.
	 */
	public EmbeddedRedisBuilder config(String... lines) {
		this.config.addAll(List.of(lines));
		return this;
	}

	/** An existing folder for the data, kept; the default is a private one, deleted. */
	public EmbeddedRedisBuilder dir(Path dir) {
		this.dir = dir.toAbsolutePath();
		return this;
	}

	/** An option of redis-server: {@code option("--appendonly", "yes")}. */
	public EmbeddedRedisBuilder option(String name, String... values) {
		this.arguments.add(name);
		return args(values);
	}

	/**
	 * An option that takes a port, and gets a free one of its own:
	 * {@code freePort("--cluster-port")}. {@link EmbeddedRedis#port(String)} tells which.
	 */
	public EmbeddedRedisBuilder freePort(String name) {
		this.portOptions.add(name);
		return this;
	}

	/**
	 * A user with these rules: {@code user("app", "secret", "~lock:*", "+set")}. The
	 * default user keeps all its rights.
	 */
	public EmbeddedRedisBuilder user(String name, String password, String... rules) {
		option("--user", name, "on", ">" + password);
		return args(rules);
	}

	/**
	 * Lets the server be a replica. It may not have its master's data yet when it has
	 * started: {@link EmbeddedRedis#awaitInSync()}.
	 */
	public EmbeddedRedisBuilder replicaOf(EmbeddedRedis master) {
		return option("--replicaof", master.host(), Integer.toString(master.port()));
	}

	/**
	 * Lets the server speak TLS on a port of its own, {@link EmbeddedRedis#tlsPort()},
	 * and ask its clients for no certificate. The plain port stays.
	 */
	public EmbeddedRedisBuilder tls(TlsFiles files) {
		return freePort(EmbeddedRedis.TLS_PORT).option("--tls-cert-file", files.certificate().toString())
			.option("--tls-key-file", files.key().toString())
			.option("--tls-ca-cert-file", files.authority().toString())
			.option("--tls-auth-clients", "no");
	}

	/**
	 * Further arguments of redis-server as they are: {@code args("--sentinel")}. The log
	 * has to stay on standard output, where it is read when the server fails.
	 */
	public EmbeddedRedisBuilder args(String... arguments) {
		this.arguments.addAll(List.of(arguments));
		return this;
	}

	/** Allows the command DEBUG. Redis before 7 allows it anyway, and has no option. */
	public EmbeddedRedisBuilder allowDebug() {
		return (RedisBinary.get().majorVersion() < RedisBinary.REDIS_7) ? this
				: option("--enable-debug-command", "local");
	}

	/**
	 * Draws the main port so that the usual bus port of a cluster's node is free, too.
	 */
	EmbeddedRedisBuilder withBusPort() {
		this.busPort = true;
		return this;
	}

	/** How long the server may take until it answers. */
	public EmbeddedRedisBuilder startupTimeout(Duration startupTimeout) {
		this.startupTimeout = startupTimeout;
		return this;
	}

	/**
	 * Starts the server and waits until it answers.
	 * @throws PortTakenException if the port asked for is taken
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
