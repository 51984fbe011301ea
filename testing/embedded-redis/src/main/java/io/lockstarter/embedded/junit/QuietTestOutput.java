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

	private boolean failed;

	@Override
	public void testPlanExecutionStarted(TestPlan plan) {
		if (Boolean.getBoolean("tests.quiet")) {
			BUFFER.start();
		}
	}

	@Override
	public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
		this.failed |= result.getStatus() == Status.FAILED;
		boolean topLevel = identifier.getUniqueIdObject().getSegments().size() <= 2;
		if (topLevel && identifier.getSource().filter(ClassSource.class::isInstance).isPresent()) {
			end();
		}
	}

	@Override
	public void testPlanExecutionFinished(TestPlan plan) {
		end();
		BUFFER.stop();
	}

	private void end() {
		if (this.failed) {
			BUFFER.print();
		}
		BUFFER.reset();
		this.failed = false;
	}

	/** Both streams of the console, in the order in which they were written. */
	private static final class Buffer extends ByteArrayOutputStream {

		private static final PrintStream CONSOLE = System.out;

		private boolean installed;

		private boolean running;

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
