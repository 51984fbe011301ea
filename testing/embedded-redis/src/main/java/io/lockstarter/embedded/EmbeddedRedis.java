package io.lockstarter.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;

/**
 * A real redis-server on the loopback address, without persistence by default. It runs
 * until the JVM has ended, also while shutdown hooks run, and never longer, even if the
 * JVM is killed. Its files are deleted with it. Two exceptions: a server that ended and
 * was never closed leaves its log, and a JVM that is killed while none of its servers
 * runs leaves the program.
 */
public final class EmbeddedRedis implements AutoCloseable {

	static final String HOST = "127.0.0.1";

	static final String TLS_PORT = "--tls-port";

	private static final int PORT_ATTEMPTS = 5;

	private static final Duration GRACE = Duration.ofSeconds(20);

	private static final Duration KILL_TIMEOUT = Duration.ofSeconds(30);

	private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(10);

	private static final Duration SYNC_TIMEOUT = Duration.ofSeconds(30);

	private final Lock lock = new ReentrantLock();

	private final ServerSpec spec;

	private final ServerHome home;

	private final Ports ports;

	private volatile GuardedProcess process;

	private volatile boolean closed;

	private EmbeddedRedis(ServerSpec spec, ServerHome home, Ports ports) {
		this.spec = spec;
		this.home = home;
		this.ports = ports;
		this.process = launch();
	}

	/** Starts a server on a free port and waits until it replies. */
	public static EmbeddedRedis start() {
		return builder().start();
	}

	public static EmbeddedRedisBuilder builder() {
		return new EmbeddedRedisBuilder();
	}

	static EmbeddedRedis start(ServerSpec spec, IntSupplier freePorts) {
		ServerHome home = ServerHome.create();
		try {
			if (!spec.config().isEmpty()) {
				home.writeConfig(spec.config());
			}
			for (int attempt = 1;; attempt++) {
				try {
					return new EmbeddedRedis(spec, home, Ports.draw(spec, freePorts));
				}
				catch (PortTakenException ex) {
					if (spec.port() != 0 || attempt == PORT_ATTEMPTS) {
						throw ex;
					}
				}
			}
		}
		catch (RuntimeException ex) {
			home.delete();
			throw ex;
		}
	}

	private GuardedProcess launch() {
		RedisBinary binary = RedisBinary.get();
		this.home.clearLog();
		GuardedProcess launched = GuardedProcess.start(this.spec.commandLine(binary.program(), this.ports, this.home),
				binary, this.home);
		try {
			new StartupProbe(launched, this.ports.main(), this.home).await(this.spec.timeout());
			return launched;
		}
		catch (RuntimeException ex) {
			launched.signal("KILL");
			throw ex;
		}
	}

	public String host() {
		return HOST;
	}

	public int port() {
		return this.ports.main();
	}

	/** Returns the port of a {@link EmbeddedRedisBuilder#freePort} option. */
	public int port(String option) {
		return this.ports.of(option);
	}

	/** Returns the port of {@link EmbeddedRedisBuilder#tls}. */
	public int tlsPort() {
		return port(TLS_PORT);
	}

	/** Returns {@code host:port}. */
	public String address() {
		return HOST + ":" + port();
	}

	public String uri() {
		return "redis://" + address();
	}

	/**
	 * Sends a command on a connection of its own, as the default user.
	 * @throws EmbeddedRedisException if there is no reply, or an error reply
	 */
	public RespFrame command(String... words) {
		try (RespConnection connection = RespConnection.open(HOST, port(), REPLY_TIMEOUT)) {
			RespFrame reply = connection.call(words);
			if (reply.isError()) {
				throw new EmbeddedRedisException(String.join(" ", words) + ": " + reply.text());
			}
			return reply;
		}
		catch (IOException ex) {
			throw new EmbeddedRedisException(String.join(" ", words) + " on port " + port() + ": " + ex, ex);
		}
	}

	/** Returns a field of INFO, for example {@code info("role")}, or empty. */
	public String info(String field) {
		return command("INFO", "everything").text()
			.lines()
			.filter((line) -> line.startsWith(field + ":"))
			.map((line) -> line.substring(field.length() + 1).strip())
			.findFirst()
			.orElse("");
	}

	/** Waits until this replica is in sync with its master. */
	public void awaitInSync() {
		Await.until("replica " + port() + " is in sync", SYNC_TIMEOUT,
				() -> info("role").equals("slave") && info("master_link_status").equals("up"));
	}

	/** Returns the process id of redis-server, or of its last run. */
	public long pid() {
		return this.process.pid();
	}

	public boolean isAlive() {
		return this.process.isAlive();
	}

	/** Returns the last lines of the server's log. */
	public String lastLogLines() {
		return this.home.lastLogLines();
	}

	/** Ends the server normally, and kills it if that takes too long. Keeps its data. */
	public void stop() {
		locked(() -> {
			this.process.signal("TERM");
			// A paused server handles the first signal only when it continues.
			this.process.signal("CONT");
			if (!this.process.awaitEnd(GRACE)) {
				killNow();
			}
		});
	}

	/** Kills the server (SIGKILL), as a crash would. Keeps the data on disk. */
	public void kill() {
		locked(this::killNow);
	}

	/** Restarts the server with the same port and data. */
	public void restart() {
		locked(() -> {
			if (this.closed) {
				throw new IllegalStateException("This Redis on port " + port() + " is closed");
			}
			if (isAlive()) {
				stop();
			}
			this.process = launch();
		});
	}

	/** Freezes the server (SIGSTOP). Connections stay open without replies. */
	public void pause() {
		locked(() -> this.process.signal("STOP"));
	}

	/** Resumes a paused server, which then handles all waiting commands. */
	public void resume() {
		locked(() -> this.process.signal("CONT"));
	}

	/** Ends the server and deletes its private files. */
	@Override
	public void close() {
		locked(() -> {
			this.closed = true;
			if (this.spec.dir() != null) {
				stop();
			}
			else {
				killNow();
			}
			this.home.delete();
		});
	}

	private void killNow() {
		this.process.signal("KILL");
		if (!this.process.awaitEnd(KILL_TIMEOUT)) {
			throw new EmbeddedRedisException("redis-server " + pid() + " survived SIGKILL");
		}
	}

	private void locked(Runnable action) {
		this.lock.lock();
		try {
			action.run();
		}
		finally {
			this.lock.unlock();
		}
	}

}
