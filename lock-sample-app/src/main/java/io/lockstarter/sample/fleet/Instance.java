package io.lockstarter.sample.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * One run of one instance, in a process of its own. What it prints is printed here, too.
 */
final class Instance {

	private static final Pattern READY = Pattern.compile("Ready on port (\\d+)$");

	private final String name;

	private final Process process;

	private final Consumer<Instance> onChange;

	private volatile InstanceState state = InstanceState.STARTING;

	private volatile @Nullable URI address;

	private final AtomicBoolean collected = new AtomicBoolean();

	private Instance(String name, Process process, Consumer<Instance> onChange) {
		this.name = name;
		this.process = process;
		this.onChange = onChange;
	}

	/**
	 * Starts it, and does not wait until it answers.
	 * @param onChange is told, on another thread, when it is up and when it has ended
	 */
	static Instance start(String name, InstanceCommand command, Consumer<Instance> onChange) throws IOException {
		Instance instance = new Instance(name, command.start(name), onChange);
		Thread reader = new Thread(instance::read, "output-of-" + name);
		reader.setDaemon(true);
		reader.start();
		return instance;
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(Charset.defaultCharset())) {
			String line;
			while ((line = output.readLine()) != null) {
				Matcher ready = READY.matcher(line);
				if (ready.find()) {
					this.address = URI.create("http://127.0.0.1:" + ready.group(1));
					change(InstanceState.UP);
				}
				else {
					System.out.println(line);
				}
			}
		}
		catch (IOException ex) {
			// The process is gone.
		}
		finally {
			change(InstanceState.DOWN);
		}
	}

	void change(InstanceState next) {
		this.state = next;
		this.onChange.accept(this);
	}

	String name() {
		return this.name;
	}

	InstanceState state() {
		return this.state;
	}

	long pid() {
		return this.process.pid();
	}

	/** Where it answers. */
	URI address() {
		URI uri = this.address;
		if (uri == null) {
			throw new IllegalStateException(this.name + " is not up yet");
		}
		return uri;
	}

	/** Whether nobody listens to its events yet: true once. */
	boolean collect() {
		return this.collected.compareAndSet(false, true);
	}

	boolean wasUp() {
		return this.address != null;
	}

	/** Ends it as a crash would. */
	void kill() {
		this.process.destroyForcibly();
	}

	/** Lets it finish what it does, and end. */
	void close() {
		try {
			this.process.getOutputStream().close();
		}
		catch (IOException ex) {
			// It has ended already.
		}
	}

	/** Waits for its end, and forces it if that does not come. */
	void awaitEnd(Duration patience) throws InterruptedException {
		if (!this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
			this.process.destroyForcibly().waitFor();
		}
	}

}
