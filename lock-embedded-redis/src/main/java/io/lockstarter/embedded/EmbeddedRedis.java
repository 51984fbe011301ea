package io.lockstarter.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;

/**
 * A real redis-server of this JVM's own, on the loopback address only, without
 * persistence unless asked for. It answers until the JVM is gone (also while shutdown
 * hooks run after a Ctrl-C) and never longer, even if the JVM is killed. Its files go
 * with it, too; only a server that has ended and was never closed leaves its log behind,
 * and a JVM that is killed while none of its servers runs leaves the program.
 */
public final class EmbeddedRedis implements AutoCloseable {

	static final String HOST = "127.0.0.1";

	static final String TLS_PORT = "--tls-port";

	private static final int PORT_ATTEMPTS = 5;

	private static final Duration GRACE = Duration.ofSeconds(3);

	private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);

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

	/** Starts a server on any free port and waits until it answers. */
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

	/** The port that {@link EmbeddedRedisBuilder#freePort} has given to an option. */
	public int port(String option) {
		return this.ports.of(option);
	}

	/** The port of {@link EmbeddedRedisBuilder#tls}. */
	public int tlsPort() {
		return port(TLS_PORT);
	}

	/** Host and port, with a colon between them. */
	public String address() {
		return HOST + ":" + port();
	}

	public String uri() {
		return "redis://" + address();
	}

	/**
	 * Sends a command on a connection of its own, as the default user.
	 * @throws EmbeddedRedisException if there is no reply, or an error
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

	/** A field of INFO, {@code info("role")}; empty where there is none. */
	public String info(String field) {
		return command("INFO", "everything").text()
			.lines()
			.filter((line) -> line.startsWith(field + ":"))
			.map((line) -> line.substring(field.length() + 1).strip())
			.findFirst()
			.orElse("");
	}

	/** Waits until this replica has its master's data and hears of every change. */
	public void awaitInSync() {
		Await.until("replica " + port() + " is in sync", SYNC_TIMEOUT,
				() -> info("role").equals("slave") && info("master_link_status").equals("up"));
	}

	/** The process id of redis-server itself; after its end, that of the last run. */
	public long pid() {
		return this.process.pid();
	}

	public boolean isAlive() {
		return this.process.isAlive();
	}

	/** The last lines that the server has logged. */
	public String lastLogLines() {
		return this.home.lastLogLines();
	}

	/** Ends the server in order, or by force where it takes too long. Keeps its data. */
	public void stop() {
		locked(() -> {
			this.process.signal("TERM");
			// A paused server would not see the first signal.
			this.process.signal("CONT");
			if (!this.process.awaitEnd(GRACE)) {
				killNow();
			}
		});
	}

	/** Ends the server as a crash would (SIGKILL). Keeps what it had written to disk. */
	public void kill() {
		locked(this::killNow);
	}

	/** Starts the server again on the same port and data; ends it first if it runs. */
	public void restart() {
		locked(() -> {
			if (this.closed) {
				throw new IllegalStateException("This Redis on port " + port() + " has been closed");
			}
			if (isAlive()) {
				stop();
			}
			this.process = launch();
		});
	}

	/** Freezes the server (SIGSTOP): connections stay open, nothing is answered. */
	public void pause() {
		locked(() -> this.process.signal("STOP"));
	}

	/** Lets a paused server go on, with all that it was sent meanwhile. */
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
