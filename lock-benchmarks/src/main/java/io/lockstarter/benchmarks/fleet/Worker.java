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
import io.lockstarter.benchmarks.peers.Connecting;
import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.Peer;

/**
 * The main class of a worker JVM: commands come in on standard input, answers go out on
 * standard output, line by line. The end of the input means that the harness is gone, and
 * ends the worker, whatever it does.
 */
public final class Worker {

	/** What the JVM itself prints does not start like this. */
	static final String ANSWER = "answer: ";

	private static final Duration END = Duration.ofSeconds(5);

	private final PrintStream answers;

	@SuppressWarnings("NullAway.Init")
	private Loads loads;

	private Worker(PrintStream answers) {
		this.answers = answers;
	}

	/**
	 * Runs until the input ends.
	 * @param args contender, port of Redis, whether to renew, file of the shared memory,
	 * number of the worker
	 */
	public static void main(String[] args) throws IOException {
		Worker worker = new Worker(System.out);
		// What libraries print must not look like an answer.
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

	// What runs at the end may hang, since Redis goes too.
	private static void haltSoon() {
		LockSupport.parkNanos(END.toNanos());
		Runtime.getRuntime().halt(0);
	}

	private Message open(String[] args) {
		Contender contender = Peer.of(args[0])
			.open(new Connecting(Integer.parseInt(args[1]), Boolean.parseBoolean(args[2])));
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
		this.answers.println(ANSWER + answer.line());
		this.answers.flush();
	}

	/** What may fail. */
	private interface Step {

		Message take() throws Exception;

	}

}
