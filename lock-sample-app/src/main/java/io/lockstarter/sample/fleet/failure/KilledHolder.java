package io.lockstarter.sample.fleet.failure;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.shop.watch.TimelineEvent;
import io.lockstarter.sample.shop.watch.TimelineEvent.Kind;

import org.springframework.stereotype.Component;

/** Kills the process of a holder, so that the lock is not released and has to expire. */
@Component
class KilledHolder implements FailureDemo {

	private static final int OK = 200;

	private final FailureSetup setup;

	KilledHolder(FailureSetup setup) {
		this.setup = setup;
	}

	@Override
	public FailureKind kind() {
		return FailureKind.KILL;
	}

	@Override
	public void check() {
		this.setup.checkTwoAreUp();
	}

	@Override
	public String run(Consumer<String> steps) throws Exception {
		this.setup.fillStock();
		List<Instance> two = this.setup.twoInstances();
		Instance holder = two.get(0);
		Instance waiter = two.get(1);
		CompletableFuture<TimelineEvent> acquired = this.setup.next(holder, Kind.ACQUIRED, FailureSetup.KEY);
		this.setup.buy(holder, "lock=fenced&payment=10000").exceptionally((gone) -> null);
		this.setup.get(acquired);
		CompletableFuture<TimelineEvent> waits = this.setup.next(waiter, Kind.WAITING, FailureSetup.KEY);
		CompletableFuture<HttpResponse<String>> purchase = this.setup.buy(waiter, "lock=fenced&payment=10");
		this.setup.get(waits);
		holder.kill();
		long killed = System.nanoTime();
		steps.accept(holder.name() + " holds " + FailureSetup.KEY + ", and " + waiter.name()
				+ " waits for it. Now the process of " + holder.name()
				+ " is killed. Its lock stays in Redis for at most its ttl of " + this.setup.ttl().toSeconds() + " s.");
		HttpResponse<String> answer = this.setup.get(purchase);
		if (answer.statusCode() != OK) {
			return waiter.name() + " received status " + answer.statusCode() + ": " + answer.body();
		}
		return waiter.name() + " acquired the lock and sold " + FailureSetup.seconds(System.nanoTime() - killed)
				+ " after " + holder.name() + " was killed. The launcher starts " + holder.name() + " again.";
	}

}
