package io.lockstarter.benchmarks.load;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.HeldLock;

/**
 * Holds many locks on one thread: {@code renewal/take}, {@code renewal/usage} for the
 * resource usage of this JVM, {@code renewal/release}.
 */
final class RenewalLoad implements Load {

	// The thread that reads the commands of the harness. An application does not have it.
	private static final int OWN_THREADS = 1;

	private final List<HeldLock> locks = new ArrayList<>();

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

	// A failed release is counted, and the others continue.
	private Message release() {
		int failures = 0;
		for (HeldLock lock : this.locks) {
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
