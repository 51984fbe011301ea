package io.lockstarter.faults.drive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.HeldRequest;
import io.lockstarter.embedded.proxy.InjectedFault;
import io.lockstarter.embedded.proxy.LostReply;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.embedded.proxy.TcpProxy;

/** The faults of the network between clients and Redis servers. */
final class NetworkFaults {

	/** The commands that acquire, renew and release locks. */
	private static final Predicate<Command> LOCKING = Command.named("SET", "EVAL", "EVALSHA");

	private static final int SHORT = 100;

	private final Function<RandomGenerator, List<TcpProxy>> choice;

	private final int maxMillis;

	private final AtomicLong lostReplies;

	/**
	 * Creates the faults.
	 * @param choice selects the connections of a fault
	 * @param maxMillis the maximum duration of a fault in milliseconds
	 * @param lostReplies counts the commands that were applied but whose reply was lost
	 */
	NetworkFaults(Function<RandomGenerator, List<TcpProxy>> choice, int maxMillis, AtomicLong lostReplies) {
		this.choice = choice;
		this.maxMillis = maxMillis;
		this.lostReplies = lostReplies;
	}

	List<Fault> all() {
		return List.of(lost("applied, then closed", LostReply.thenClose()),
				lost("applied, then reset", LostReply.thenReset()), late(),
				// Longer than a ttl, so that commands arrive when another client has the
				// lock.
				during("black hole", 2 * this.maxMillis, TcpProxy::blackHole),
				during("slow replies", this.maxMillis,
						(proxy) -> proxy.always(new SlowReply(Duration.ofMillis(this.maxMillis / 3)), LOCKING)),
				during("connections reset and refused", this.maxMillis, (proxy) -> {
					proxy.refuseConnections();
					proxy.resetConnections();
				}), during("connections reset, connects not answered", 2 * this.maxMillis, (proxy) -> {
					proxy.ignoreConnections();
					proxy.resetConnections();
				}));
	}

	/** Delays a command and all later commands of its connection. */
	private Fault late() {
		return new Fault("commands applied late", (random) -> {
			HeldRequest held = new HeldRequest();
			List<TcpProxy> proxies = this.choice.apply(random);
			proxies.forEach((proxy) -> proxy.once(held, LOCKING));
			Pause.millis(random.nextInt(this.maxMillis, 2 * this.maxMillis));
			proxies.forEach(TcpProxy::heal);
			held.release();
		});
	}

	private Fault during(String name, int maxMillis, Consumer<TcpProxy> breakage) {
		return new Fault(name, (random) -> {
			List<TcpProxy> proxies = this.choice.apply(random);
			proxies.forEach(breakage);
			Pause.millis(random.nextInt(SHORT, maxMillis));
			proxies.forEach(TcpProxy::heal);
		});
	}

	private Fault lost(String name, LostReply reply) {
		return new Fault(name, (random) -> {
			List<TcpProxy> proxies = this.choice.apply(random);
			for (int i = 0; i < 4; i++) {
				List<InjectedFault> injected = proxies.stream().map((proxy) -> proxy.once(reply, LOCKING)).toList();
				Pause.millis(random.nextInt(20, SHORT));
				injected.forEach((fault) -> this.lostReplies.addAndGet(fault.fired()));
			}
			proxies.forEach(TcpProxy::heal);
		});
	}

}
