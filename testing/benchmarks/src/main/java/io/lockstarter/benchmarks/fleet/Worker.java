package io.lockstarter.benchmarks.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.benchmarks.load.Loads;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.SharedMemory;
import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.ContenderSettings;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.embedded.jvm.ChildJvm;

/**
 * The main class of a worker JVM. It reads commands from standard input and writes
 * replies to standard output, line by line. When the input ends, the harness has ended.
 * The worker then exits, even if it is busy.
 */
public final class Worker {

	private static final Duration END = Duration.ofSeconds(5);

	private final PrintStream answers;

	@SuppressWarnings("NullAway.Init")
	private Loads loads;

	private Worker(PrintStream answers) {
		this.answers = answers;
	}

	/**
	 * Runs until the input ends.
	 * @param args contender, port of Redis, {@code true} for renewal, file of the shared
	 * memory, number of the worker
	 */
	public static void main(String[] args) throws IOException {
		Worker worker = new Worker(System.out);
		// The output of libraries must not look like a reply.
		System.setOut(System.err);
		ExecutorService loads = Executors.newSingleThreadExecutor((task) -> new Thread(task, "load"));
		loads.execute(() -> worker.answer(() -> worker.open(args)));
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = commands.readLine(); line != null; line = commands.readLine()) {
			Message command = Message.parse(line);
			loads.execute(() -> worker.answer(() -> worker.loads.handle(command)));
		}
		Thread halt = new Thread(Worker::haltSoon, "halt");
		halt.setDaemon(true);
		halt.start();
		System.exit(0);
	}

	// Shutdown hooks may block, because Redis stops at the same time.
	private static void haltSoon() {
		LockSupport.parkNanos(END.toNanos());
		Runtime.getRuntime().halt(0);
	}

	private Message open(String[] args) {
		Contender contender = Peer.of(args[0])
			.open(new ContenderSettings(Integer.parseInt(args[1]), Boolean.parseBoolean(args[2])));
		this.loads = new Loads(contender, new SharedMemory(Path.of(args[3])), Integer.parseInt(args[4]));
		return Message.of("ok");
	}

	private void answer(Step step) {
		Message answer;
		try {
			answer = step.take();
		}
		catch (Throwable ex) {
			ex.printStackTrace();
			answer = Message.of("failed").with("why", ex);
		}
		this.answers.println(ChildJvm.ANSWER + answer.line());
		this.answers.flush();
	}

	private interface Step {

		Message take() throws Exception;

	}

}
