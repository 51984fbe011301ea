package io.lockstarter.benchmarks.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.SharedMemory;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.embedded.EmbeddedRedis;

/** Runs one contender: its Redis, its worker JVMs, and the memory that these share. */
public final class Fleet implements AutoCloseable {

	/** A file system in memory, if there is one, so that no write waits for a disk. */
	private static final Path MEMORY = Path.of("/dev/shm");

	private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	private final List<WorkerProcess> workers = new ArrayList<>();

	private final List<Path> files = new ArrayList<>();

	private final Peer peer;

	private final EmbeddedRedis redis;

	private final Path shared;

	private final SharedMemory memory;

	private final RedisProbe probe;

	public Fleet(Peer peer, FleetPlan plan) {
		this.peer = peer;
		this.redis = EmbeddedRedis.start();
		this.probe = new RedisProbe(this.redis.port());
		this.shared = file(Files.isWritable(MEMORY) ? MEMORY : TEMPORARY, "memory");
		this.memory = new SharedMemory(this.shared);
		boolean pinned = plan.pinned() && Pinning.isPossible();
		if (pinned) {
			Pinning.pin(this.redis.pid());
		}
		for (int worker = 0; worker < plan.workers(); worker++) {
			this.workers
				.add(new WorkerProcess(pinned ? Pinning.prefix() : List.of(), plan.jvm(), file(TEMPORARY, "log"), List
					.of(peer.id(), "" + this.redis.port(), "" + plan.renewing(), this.shared.toString(), "" + worker)));
		}
	}

	/** Waits until all workers have connected. */
	public void awaitReady() {
		this.workers.forEach((worker) -> worker.receive(TIMEOUT));
		// All workers have mapped the file. Without a name it is freed with the last of
		// them.
		delete(this.shared);
	}

	public Peer peer() {
		return this.peer;
	}

	public SharedMemory memory() {
		return this.memory;
	}

	public RedisProbe redis() {
		return this.probe;
	}

	List<ProcessHandle> processes() {
		return this.workers.stream().map(WorkerProcess::handle).toList();
	}

	/** Sends a command to all workers at the same time. */
	public List<Message> all(Message command) {
		return first(this.workers.size(), command);
	}

	/** Sends a command to the first worker. */
	public Message first(Message command) {
		return first(1, command).get(0);
	}

	/** Sends a command to the first workers at the same time. */
	public List<Message> first(int count, Message command) {
		List<WorkerProcess> first = this.workers.subList(0, count);
		first.forEach((worker) -> worker.send(command));
		return first.stream().map((worker) -> worker.receive(TIMEOUT)).toList();
	}

	private Path file(Path folder, String kind) {
		try {
			Path file = Files.createTempFile(folder, "lock-benchmarks-" + this.peer.id() + "-", "." + kind);
			file.toFile().deleteOnExit();
			this.files.add(file);
			return file;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		Stream.concat(this.workers.stream(), Stream.of(this.probe, this.redis)).forEach(Fleet::close);
		this.files.forEach(Fleet::delete);
	}

	private static void delete(Path file) {
		try {
			Files.deleteIfExists(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void close(AutoCloseable resource) {
		try {
			resource.close();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
