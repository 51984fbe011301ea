package io.lockstarter.benchmarks.scenarios;

import java.io.PrintStream;
import java.time.Duration;

/**
 * Prints the current step. A console shows one line that is overwritten.
 */
public final class Progress {

	private final PrintStream out;

	private final boolean console;

	private final long start = System.nanoTime();

	private int length;

	public Progress(PrintStream out, boolean console) {
		this.out = out;
		this.console = console;
	}

	void show(String what) {
		Duration elapsed = Duration.ofNanos(System.nanoTime() - this.start);
		String line = "[%d:%02d] %s".formatted(elapsed.toMinutes(), elapsed.toSecondsPart(), what);
		if (this.console) {
			this.out.print("\r" + line + " ".repeat(Math.max(0, this.length - line.length())));
			this.length = line.length();
		}
		else {
			this.out.println(line);
		}
		this.out.flush();
	}

	/** Ends the line. */
	public void end() {
		if (this.console) {
			this.out.println();
		}
	}

}
