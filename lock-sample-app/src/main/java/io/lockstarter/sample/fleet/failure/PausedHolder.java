package io.lockstarter.sample.fleet.failure;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.shop.watch.TimelineEvent;
import io.lockstarter.sample.shop.watch.TimelineEvent.Kind;

import org.springframework.stereotype.Component;

/**
 * Stops a holder in the middle of its purchase for longer than its ttl, like a long
 * garbage collection. The holder does not notice, and writes when it continues.
 */
@Component
class PausedHolder implements FailureDemo {

	private static final int CONFLICT = 409;

	/**
	 * The payment takes so much longer than the ttl. The process must be paused during
	 * the payment, also if the machine is slow.
	 */
	private static final Duration LONGER = Duration.ofSeconds(3);

	/** The shop accepts no longer payment. */
	private static final long MAX_PAYMENT_MILLIS = 10_000;

	private final FailureSetup setup;

	PausedHolder(FailureSetup setup) {
		this.setup = setup;
	}

	@Override
	public FailureKind kind() {
		return FailureKind.PAUSE;
	}

	@Override
	public void check() {
		this.setup.checkTwoAreUp();
		ProcessPause.check();
	}

	@Override
	public String run(Consumer<String> steps) throws Exception {
		this.setup.fillStock();
		List<Instance> two = this.setup.twoInstances();
		Instance holder = two.get(0);
		CompletableFuture<TimelineEvent> acquired = this.setup.next(holder, Kind.ACQUIRED, FailureSetup.KEY);
		long payment = Math.min(this.setup.ttl().plus(LONGER).toMillis(), MAX_PAYMENT_MILLIS);
		CompletableFuture<HttpResponse<String>> late = this.setup.buy(holder, "lock=fenced&payment=" + payment);
		this.setup.get(acquired);
		try (ProcessPause pause = ProcessPause.start(holder)) {
			steps.accept(holder.name() + " holds " + FailureSetup.KEY + " with a ttl of " + this.setup.ttl().toSeconds()
					+ " s. It has read the stock and takes the payment. Now its process is paused"
					+ " until the ttl has expired and another buyer has bought.");
			HttpResponse<String> next = this.setup.get(this.setup.buy(two.get(1), "lock=fenced&payment=10"));
			steps.accept(
					"The ttl has expired. " + two.get(1).name() + " acquired the lock and sold a " + FailureSetup.SKU
							+ " with fencing number " + this.setup.json(next).path("fencingNumber").asString() + ".");
			pause.resume();
		}
		HttpResponse<String> refused = this.setup.get(late);
		if (refused.statusCode() != CONFLICT) {
			return holder.name() + " continued and received status " + refused.statusCode() + ": " + refused.body();
		}
		return holder.name() + " continued, did not notice the pause, and wrote with fencing number "
				+ this.setup.json(refused).path("fencingNumber").asString()
				+ ". The database has seen a higher one and rejected the write: nothing was sold twice.";
	}

}
