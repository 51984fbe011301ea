package io.lockstarter.faults.client;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.embedded.jvm.ChildJvm;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * The main class of a client JVM. It reads commands from standard input and writes
 * replies to standard output, line by line. The end of the input means that the driver
 * has ended, and ends the client at once.
 */
public final class Client {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final AtomicBoolean finishing = new AtomicBoolean();

	private final List<Worker> workers = new CopyOnWriteArrayList<>();

	private final List<Thread> threads = new CopyOnWriteArrayList<>();

	private final List<FencedWriter> writers = new ArrayList<>();

	private final PrintStream answers;

	private final Settings settings;

	private final History history;

	private Client(Settings settings, PrintStream answers) {
		this.settings = settings;
		this.answers = answers;
		this.history = History.create(settings.folder(), settings.client());
	}

	/**
	 * Runs until the driver sends {@code finish} or ends.
	 * @param arguments {@link Settings}
	 */
	public static void main(String[] arguments) {
		Client client = new Client(Settings.parse(arguments), System.out);
		// The output of libraries must not look like a reply.
		System.setOut(System.err);
		Thread commands = new Thread(client::listen, "commands");
		commands.setDaemon(true);
		commands.start();
		try {
			client.work();
		}
		catch (Throwable ex) {
			ex.printStackTrace();
			client.answer("failed " + ex);
		}
		Runtime.getRuntime().halt(0);
	}

	private void listen() {
		Scanner commands = new Scanner(System.in, StandardCharsets.UTF_8);
		while (commands.hasNextLine()) {
			String[] words = commands.nextLine().split(" ", 2);
			switch (words[0]) {
				case "clock" -> answer("clock " + System.nanoTime());
				case "interrupt" -> interrupt(Integer.parseInt(words[1]));
				case "finish" -> this.finishing.set(true);
				default -> answer("failed unknown command");
			}
		}
		Runtime.getRuntime().halt(1);
	}

	private void interrupt(int number) {
		this.workers.get(number).interrupt(this.threads.get(number));
	}

	private void work() throws Exception {
		Thread heartbeat = new Thread(new Heartbeat(this.history, this.settings.client()), "heartbeat");
		heartbeat.setDaemon(true);
		heartbeat.start();
		LeftoverThreads threads = new LeftoverThreads();
		try (Locks locks = open()) {
			warmUp(locks);
			startWorkers(locks);
			answer("ready");
			awaitWorkers();
		}
		this.writers.forEach(FencedWriter::close);
		threads.left()
			.forEach((thread) -> this.history
				.add(event(Kind.LEFTOVER).with("what", "thread").with("name", thread.getName())));
		answer("done");
	}

	private Locks open() throws ReflectiveOperationException {
		try {
			return Class.forName(this.settings.text("locks"))
				.asSubclass(Locks.class)
				.getConstructor(Settings.class, History.class)
				.newInstance(this.settings, this.history);
		}
		catch (InvocationTargetException ex) {
			throw new IllegalStateException(ex.getCause());
		}
	}

	/**
	 * Loads all classes first, because class loading would prolong the measured waits.
	 */
	private void warmUp(Locks locks) {
		for (LockCall.Api api : LockCall.Api.values()) {
			try {
				locks.runLocked(new LockCall("warm-up:" + this.settings.slot(), api, Duration.ofSeconds(1), true, true,
						false, null), (held) -> held.isHeld());
			}
			catch (RuntimeException ex) {
				// A client that replaces another may start during a fault.
			}
		}
	}

	private void startWorkers(Locks locks) {
		SharedMemory memory = new SharedMemory(this.settings.folder());
		ServerProbe probe = new ServerProbe(this.settings.number("probe"));
		for (int i = 0; i < this.settings.number("threads"); i++) {
			FencedWriter writer = new FencedWriter(this.settings.number("resource"));
			this.writers.add(writer);
			WorkerContext place = new WorkerContext(this.settings.slot(), this.history, memory, writer, probe);
			Worker worker = new Worker(i, this.settings, locks, place, this.finishing::get);
			this.workers.add(worker);
			this.threads.add(new Thread(worker, "worker-" + i));
		}
		this.threads.forEach(Thread::start);
	}

	private void awaitWorkers() throws InterruptedException {
		while (!this.finishing.get() && this.threads.stream().allMatch(Thread::isAlive)) {
			TimeUnit.MILLISECONDS.sleep(20);
		}
		long end = System.nanoTime() + TIMEOUT.toNanos();
		for (Thread worker : this.threads) {
			worker.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
			if (worker.isAlive()) {
				this.history.add(event(Kind.STUCK).with("where", Arrays.toString(worker.getStackTrace())));
				worker.interrupt();
			}
		}
	}

	private Event event(Kind kind) {
		return Event.of(System.nanoTime(), kind, Event.NONE, this.settings.client());
	}

	private void answer(String answer) {
		this.answers.println(ChildJvm.ANSWER + answer);
		this.answers.flush();
	}

}
