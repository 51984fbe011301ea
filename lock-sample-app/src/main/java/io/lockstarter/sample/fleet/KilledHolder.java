package io.lockstarter.sample.fleet;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.sample.shop.watch.LockEvent;
import io.lockstarter.sample.shop.watch.LockEvent.Kind;

import org.springframework.stereotype.Component;

/** A holder's process is killed, so that nobody releases its lock. */
@Component
class KilledHolder implements Play {

	private static final int OK = 200;

	private final Cast cast;

	KilledHolder(Cast cast) {
		this.cast = cast;
	}

	@Override
	public Mishap mishap() {
		return Mishap.KILL;
	}

	@Override
	public void check() {
		this.cast.checkTwoAreUp();
	}

	@Override
	public String play(Consumer<String> teller) throws Exception {
		this.cast.fillTheShelf();
		List<Instance> two = this.cast.two();
		Instance holder = two.get(0);
		Instance waiter = two.get(1);
		CompletableFuture<LockEvent> acquired = this.cast.next(holder, Kind.ACQUIRED, Cast.KEY);
		this.cast.buy(holder, "lock=fenced&payment=10000").exceptionally((gone) -> null);
		this.cast.get(acquired);
		CompletableFuture<LockEvent> asked = this.cast.next(waiter, Kind.ASKED, Cast.KEY);
		CompletableFuture<HttpResponse<String>> purchase = this.cast.buy(waiter, "lock=fenced&payment=10");
		this.cast.get(asked);
		holder.kill();
		long killed = System.nanoTime();
		teller.accept(holder.name() + " holds " + Cast.KEY + ", " + waiter.name() + " waits for it. Now the process of "
				+ holder.name() + " is killed. Its lock stays in Redis until its ttl of " + this.cast.ttl().toSeconds()
				+ " s is over.");
		HttpResponse<String> answer = this.cast.get(purchase);
		if (answer.statusCode() != OK) {
			return waiter.name() + " was answered " + answer.statusCode() + ": " + answer.body();
		}
		return waiter.name() + " got the lock and sold " + Cast.seconds(System.nanoTime() - killed)
				+ " after the death of " + holder.name() + ". The launcher starts " + holder.name() + " again.";
	}

}
