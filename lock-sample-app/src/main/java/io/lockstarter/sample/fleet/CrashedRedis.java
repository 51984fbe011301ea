package io.lockstarter.sample.fleet;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.sample.shop.watch.LockEvent;
import io.lockstarter.sample.shop.watch.LockEvent.Kind;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Redis crashes under a long job, and comes back without the job's lock. */
@Component
class CrashedRedis implements Play {

	private static final String KEY = "job:inventory";

	private static final Duration DOWN = Duration.ofMillis(1500);

	private static final int ACCEPTED = 202;

	private static final int LOCKED = 423;

	/** Long enough for an inventory that somebody else has started. */
	private static final int TRIES = 40;

	private static final long PAUSE_MILLIS = 300;

	private final Cast cast;

	private final LockServer redis;

	CrashedRedis(Cast cast, LockServer redis) {
		this.cast = cast;
		this.redis = redis;
	}

	@Override
	public Mishap mishap() {
		return Mishap.REDIS;
	}

	@Override
	public void check() {
		this.cast.checkTwoAreUp();
		if (!this.redis.isOurs()) {
			throw new ProblemException(HttpStatus.CONFLICT, "Not our Redis",
					"Only the embedded Redis can be restarted; this is " + this.redis.text());
		}
	}

	@Override
	public String play(Consumer<String> teller) throws Exception {
		this.cast.fillTheShelf();
		List<Instance> two = this.cast.two();
		Instance holder = two.get(0);
		CompletableFuture<LockEvent> acquired = this.cast.next(holder, Kind.ACQUIRED, KEY);
		CompletableFuture<LockEvent> lost = this.cast.next(holder, Kind.LOST, KEY);
		int status = this.cast.get(this.cast.startInventory(holder)).statusCode();
		for (int tries = 0; status == LOCKED && tries < TRIES; tries++) {
			Thread.sleep(PAUSE_MILLIS);
			status = this.cast.get(this.cast.startInventory(holder)).statusCode();
		}
		if (status != ACCEPTED) {
			return "The inventory could not be started: " + status;
		}
		this.cast.get(acquired);
		teller.accept(holder.name() + " counts the inventory under " + KEY
				+ ". Now Redis crashes; it will be back after " + Cast.seconds(DOWN.toNanos()) + ", without its data.");
		long start = System.nanoTime();
		CompletableFuture<HttpResponse<String>> purchase = CompletableFuture.runAsync(() -> crash())
			.thenCompose((done) -> this.cast.buy(two.get(1), "lock=annotation"));
		LockEvent loss = this.cast.get(lost);
		teller.accept(holder.name() + " noticed " + Cast.seconds(System.nanoTime() - start) + " after the crash that "
				+ KEY + " is lost (" + loss.note() + "), and gave the inventory up.");
		return "The first purchase after the restart was answered with " + this.cast.get(purchase).statusCode()
				+ ": the connections have come back by themselves.";
	}

	private void crash() {
		try {
			this.redis.crash(DOWN);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
