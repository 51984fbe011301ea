package io.lockstarter.benchmarks.load;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.Held;

/**
 * Many locks held by one thread: {@code renewal/take}, {@code renewal/usage} for what
 * they cost this JVM, {@code renewal/release}.
 */
final class RenewalLoad implements Load {

	// The one that listens to the harness, which an application would not have.
	private static final int OWN_THREADS = 1;

	private final List<Held> locks = new ArrayList<>();

	private final Contender contender;

	RenewalLoad(Contender contender) {
		this.contender = contender;
	}

	@Override
	public Message handle(Message command) {
		return switch (command.verb()) {
			case "renewal/take" -> take(command.number("locks"));
			case "renewal/usage" -> usage();
			case "renewal/release" -> release();
			default -> throw new IllegalArgumentException(command.verb());
		};
	}

	private Message take(long count) {
		for (int lock = 0; lock < count; lock++) {
			this.locks.add(this.contender.lock("renewal:" + lock));
		}
		return Message.of("ok");
	}

	private static Message usage() {
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		return Message.of("ok")
			.with("cpu", system.getProcessCpuTime())
			.with("threads", ManagementFactory.getThreadMXBean().getThreadCount() - OWN_THREADS);
	}

	// A release that fails has to be counted, not to end the others.
	private Message release() {
		int failures = 0;
		for (Held lock : this.locks) {
			try {
				lock.unlock();
			}
			catch (RuntimeException ex) {
				failures++;
			}
		}
		this.locks.clear();
		return Message.of("ok").with("failures", failures);
	}

}
