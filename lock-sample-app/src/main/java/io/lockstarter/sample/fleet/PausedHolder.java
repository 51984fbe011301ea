package io.lockstarter.sample.fleet;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.sample.shop.watch.LockEvent;
import io.lockstarter.sample.shop.watch.LockEvent.Kind;

import org.springframework.stereotype.Component;

/**
 * A holder is stopped in the middle of its purchase, as by a long garbage collection, for
 * longer than its ttl. It cannot notice, and writes when it goes on.
 */
@Component
class PausedHolder implements Play {

	private static final int CONFLICT = 409;

	private static final Duration LONGER = Duration.ofSeconds(2);

	private final Cast cast;

	PausedHolder(Cast cast) {
		this.cast = cast;
	}

	@Override
	public Mishap mishap() {
		return Mishap.PAUSE;
	}

	@Override
	public void check() {
		this.cast.checkTwoAreUp();
		Freeze.check();
	}

	@Override
	public String play(Consumer<String> teller) throws Exception {
		this.cast.fillTheShelf();
		List<Instance> two = this.cast.two();
		Instance holder = two.get(0);
		CompletableFuture<LockEvent> acquired = this.cast.next(holder, Kind.ACQUIRED, Cast.KEY);
		CompletableFuture<HttpResponse<String>> late = this.cast.buy(holder, "lock=fenced&payment=1000");
		this.cast.get(acquired);
		long ttl = this.cast.ttl().toSeconds();
		Duration pause = this.cast.ttl().plus(LONGER);
		teller
			.accept(holder.name() + " holds " + Cast.KEY + " with a ttl of " + ttl + " s, has read the stock and takes "
					+ "the payment. Now its process is stopped for " + pause.toSeconds() + " s.");
		try (Freeze freeze = Freeze.start(holder, pause)) {
			HttpResponse<String> next = this.cast.get(this.cast.buy(two.get(1), "lock=fenced&payment=10"));
			teller.accept("The ttl is over: " + two.get(1).name() + " got the lock and sold a " + Cast.SKU
					+ " with fence " + this.cast.json(next).path("fence").asString() + ".");
			freeze.await();
		}
		HttpResponse<String> refused = this.cast.get(late);
		if (refused.statusCode() != CONFLICT) {
			return holder.name() + " went on and was answered " + refused.statusCode() + ": " + refused.body();
		}
		return holder.name() + " went on as if nothing had happened and wrote with fence "
				+ this.cast.json(refused).path("fence").asString()
				+ ". The database has seen a higher one and refused: nothing was sold twice.";
	}

}
