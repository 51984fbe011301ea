package io.lockstarter.embedded.junit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints what a test class writes to the console only if the class fails. Many tests
 * provoke warnings, which would hide the output of a failure. Both builds switch it on
 * with the system property {@code tests.quiet}, so that an IDE shows all output.
 */
public final class QuietTestOutput implements TestExecutionListener {

	/**
	 * Belongs to the JVM, since loggers keep the stream that they have found. It also
	 * stays after the last test.
	 */
	private static final Buffer BUFFER = new Buffer();

	/** How many test classes run now, side by side. */
	private int running;

	private boolean failed;

	@Override
	public void testPlanExecutionStarted(TestPlan plan) {
		if (Boolean.getBoolean("tests.quiet")) {
			BUFFER.start();
		}
	}

	@Override
	public synchronized void executionStarted(TestIdentifier identifier) {
		this.running += isTestClass(identifier) ? 1 : 0;
	}

	@Override
	public synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
		this.failed |= result.getStatus() == Status.FAILED;
		if (isTestClass(identifier)) {
			this.running--;
			end();
		}
	}

	@Override
	public synchronized void testPlanExecutionFinished(TestPlan plan) {
		this.running = 0;
		end();
		BUFFER.stop();
	}

	private static boolean isTestClass(TestIdentifier identifier) {
		boolean topLevel = identifier.getUniqueIdObject().getSegments().size() <= 2;
		return topLevel && identifier.getSource().filter(ClassSource.class::isInstance).isPresent();
	}

	/** A class that still runs may fail later, so its output is kept. */
	private void end() {
		if (this.failed) {
			BUFFER.print();
		}
		if (this.running == 0) {
			BUFFER.reset();
			this.failed = false;
		}
	}

	/** Both streams of the console, in the order in which they were written. */
	private static final class Buffer extends ByteArrayOutputStream {

		private static final PrintStream CONSOLE = System.out;

		/** More output than this is printed in any case, so that the memory suffices. */
		private static final int MOST = 8 << 20;

		private boolean installed;

		private boolean running;

		private boolean ending;

		synchronized void start() {
			this.running = true;
			if (!this.installed) {
				this.installed = true;
				System.setOut(stream(this));
				System.setErr(stream(this));
				Runtime.getRuntime().addShutdownHook(new Thread(this::printUnfinished));
			}
		}

		synchronized void stop() {
			this.running = false;
		}

		/** A JVM that ends in the middle of a class has a failure to explain. */
		private synchronized void printUnfinished() {
			if (this.running) {
				this.ending = true;
				print();
			}
		}

		@Override
		public synchronized void write(byte[] bytes, int from, int length) {
			super.write(bytes, from, length);
			if (this.ending || this.count > MOST) {
				print();
			}
		}

		private static PrintStream stream(OutputStream target) {
			return new PrintStream(target, true);
		}

		synchronized void print() {
			CONSOLE.write(this.buf, 0, this.count);
			CONSOLE.flush();
			reset();
		}

	}

}
