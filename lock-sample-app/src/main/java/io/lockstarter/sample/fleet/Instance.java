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
 * Runs one instance in a process of its own, and copies the output of the process to the
 * output of the launcher.
 */
public final class Instance {

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
	 * Starts the process, and does not wait until it is up.
	 * @param onChange called on another thread when the instance is up and when it has
	 * ended
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
			// The process has ended.
		}
		finally {
			change(InstanceState.DOWN);
		}
	}

	public void change(InstanceState next) {
		this.state = next;
		this.onChange.accept(this);
	}

	public String name() {
		return this.name;
	}

	public InstanceState state() {
		return this.state;
	}

	public long pid() {
		return this.process.pid();
	}

	URI address() {
		URI uri = this.address;
		if (uri == null) {
			throw new IllegalStateException(this.name + " is not up yet");
		}
		return uri;
	}

	/** Returns true on the first call only, so that one thread collects the events. */
	public boolean collect() {
		return this.collected.compareAndSet(false, true);
	}

	boolean wasUp() {
		return this.address != null;
	}

	/** Kills the process, as a crash would. */
	public void kill() {
		this.process.destroyForcibly();
	}

	/** Lets the process finish its requests and end. */
	void close() {
		try {
			this.process.getOutputStream().close();
		}
		catch (IOException ex) {
			// The process has ended already.
		}
	}

	/** Waits for the end of the process, and kills it after the timeout. */
	void awaitEnd(Duration timeout) throws InterruptedException {
		if (!this.process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
			this.process.destroyForcibly().waitFor();
		}
	}

}
