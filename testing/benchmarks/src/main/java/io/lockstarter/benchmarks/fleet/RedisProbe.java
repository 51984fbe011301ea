package io.lockstarter.benchmarks.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import io.lockstarter.embedded.resp.RespConnection;
import io.lockstarter.embedded.resp.RespFrame;

/** Reads the statistics of a Redis. */
public final class RedisProbe implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final double MILLIS = 1_000;

	private final int port;

	private final RespConnection connection;

	private long ownCommands;

	RedisProbe(int port) {
		this.port = port;
		this.connection = open(port);
	}

	/**
	 * Returns the number of commands so far, with those inside scripts, without those of
	 * this probe. Redis counts a command after it has run, so this call is not included.
	 */
	public long commands() {
		long commands = Long.parseLong(info("stats").getOrDefault("total_commands_processed", "0"));
		return commands - this.ownCommands++;
	}

	public int port() {
		return this.port;
	}

	/** Returns the CPU time so far in milliseconds. */
	public double cpuMillis() {
		this.ownCommands++;
		Map<String, String> cpu = info("cpu");
		return MILLIS * (Double.parseDouble(cpu.getOrDefault("used_cpu_user", "0"))
				+ Double.parseDouble(cpu.getOrDefault("used_cpu_sys", "0")));
	}

	/** Returns the number of keys that contain the text. */
	public long keys(String part) {
		this.ownCommands++;
		return call("KEYS", "*" + part + "*").items().size();
	}

	public String version() {
		this.ownCommands++;
		return info("server").getOrDefault("redis_version", "unknown");
	}

	/**
	 * Counts the requests that clients send while the action runs. Commands inside
	 * scripts and PING are not counted. INFO and the slow log of Redis 7.0 include them;
	 * only MONITOR distinguishes them. MONITOR takes time, so no time is measured during
	 * the action.
	 */
	public long requestsDuring(Runnable action) {
		try (RespConnection monitor = open(this.port)) {
			monitor.call("MONITOR");
			action.run();
			String end = "end-" + System.nanoTime();
			this.ownCommands++;
			call("ECHO", end);
			long requests = 0;
			for (String line = text(monitor); !line.contains(end); line = text(monitor)) {
				requests += (line.contains(" lua] ") || line.endsWith("\"PING\"")) ? 0 : 1;
			}
			return requests;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String text(RespConnection connection) throws IOException {
		return connection.receive().text();
	}

	private Map<String, String> info(String section) {
		return call("INFO", section).text()
			.lines()
			.filter((line) -> line.contains(":"))
			.map((line) -> line.split(":", 2))
			.collect(Collectors.toMap((line) -> line[0], (line) -> line[1].strip()));
	}

	private RespFrame call(String... command) {
		try {
			return this.connection.call(command);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static RespConnection open(int port) {
		try {
			return RespConnection.open("127.0.0.1", port, TIMEOUT);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.connection.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
