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

/** What happens between clients and a Redis server. */
final class NetworkFaults {

	/** All that takes, renews and releases locks. */
	private static final Predicate<Command> LOCKING = Command.named("SET", "EVAL", "EVALSHA");

	private static final int SHORT = 100;

	private final Function<RandomGenerator, List<TcpProxy>> choice;

	private final int longest;

	private final AtomicLong lostReplies;

	/**
	 * Faults of the network.
	 * @param choice which connections are hit
	 * @param longest how long they are out of order at most, in milliseconds
	 * @param lostReplies counts the commands that were applied without an answer
	 */
	NetworkFaults(Function<RandomGenerator, List<TcpProxy>> choice, int longest, AtomicLong lostReplies) {
		this.choice = choice;
		this.longest = longest;
		this.lostReplies = lostReplies;
	}

	List<Fault> all() {
		return List.of(lost("applied, then closed", LostReply.thenClose()),
				lost("applied, then reset", LostReply.thenReset()), late(),
				// Longer than a ttl, so that commands arrive when the lock is another's.
				during("black hole", 2 * this.longest, TcpProxy::blackHole),
				during("slow replies", this.longest,
						(proxy) -> proxy.always(new SlowReply(Duration.ofMillis(this.longest / 3)), LOCKING)),
				during("connections reset and refused", this.longest, (proxy) -> {
					proxy.refuseConnections();
					proxy.resetConnections();
				}), during("connections reset, connects not answered", 2 * this.longest, (proxy) -> {
					proxy.ignoreConnections();
					proxy.resetConnections();
				}));
	}

	/** Everything behind it on its connection is late, too. */
	private Fault late() {
		return new Fault("commands applied late", (random) -> {
			HeldRequest held = new HeldRequest();
			List<TcpProxy> proxies = this.choice.apply(random);
			proxies.forEach((proxy) -> proxy.once(held, LOCKING));
			Pause.millis(random.nextInt(this.longest, 2 * this.longest));
			proxies.forEach(TcpProxy::heal);
			held.release();
		});
	}

	private Fault during(String name, int longest, Consumer<TcpProxy> breakage) {
		return new Fault(name, (random) -> {
			List<TcpProxy> proxies = this.choice.apply(random);
			proxies.forEach(breakage);
			Pause.millis(random.nextInt(SHORT, longest));
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
