package io.lockstarter.sample.fleet.failure;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lockstarter.sample.fleet.Instance;
import io.lockstarter.sample.fleet.ProblemException;
import io.lockstarter.sample.fleet.server.LockServer;
import io.lockstarter.sample.shop.watch.TimelineEvent;
import io.lockstarter.sample.shop.watch.TimelineEvent.Kind;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Crashes Redis during a long job. Redis comes back without the lock of the job. */
@Component
class CrashedRedis implements FailureDemo {

	private static final String KEY = "job:inventory";

	private static final Duration DOWN = Duration.ofMillis(1500);

	private static final int ACCEPTED = 202;

	private static final int LOCKED = 423;

	/** Enough tries to wait for the end of an inventory that is already running. */
	private static final int TRIES = 40;

	private static final long PAUSE_MILLIS = 300;

	private final FailureSetup setup;

	private final LockServer redis;

	CrashedRedis(FailureSetup setup, LockServer redis) {
		this.setup = setup;
		this.redis = redis;
	}

	@Override
	public FailureKind kind() {
		return FailureKind.REDIS;
	}

	@Override
	public void check() {
		this.setup.checkTwoAreUp();
		if (!this.redis.isEmbedded()) {
			throw new ProblemException(HttpStatus.CONFLICT, "Not our Redis",
					"Only the embedded Redis can be restarted; this is " + this.redis.text());
		}
	}

	@Override
	public String run(Consumer<String> steps) throws Exception {
		this.setup.fillStock();
		List<Instance> two = this.setup.twoInstances();
		Instance holder = two.get(0);
		CompletableFuture<TimelineEvent> acquired = this.setup.next(holder, Kind.ACQUIRED, KEY);
		CompletableFuture<TimelineEvent> lost = this.setup.next(holder, Kind.LOST, KEY);
		int status = this.setup.get(this.setup.startInventory(holder)).statusCode();
		for (int tries = 0; status == LOCKED && tries < TRIES; tries++) {
			Thread.sleep(PAUSE_MILLIS);
			status = this.setup.get(this.setup.startInventory(holder)).statusCode();
		}
		if (status != ACCEPTED) {
			return "The inventory could not be started; the response status was " + status;
		}
		this.setup.get(acquired);
		steps.accept(holder.name() + " counts the stock and holds " + KEY + ". Now Redis crashes. It restarts after "
				+ FailureSetup.seconds(DOWN.toNanos()) + ", without its data.");
		long start = System.nanoTime();
		CompletableFuture<HttpResponse<String>> purchase = CompletableFuture.runAsync(() -> crash())
			.thenCompose((done) -> this.setup.buy(two.get(1), "lock=annotation"));
		TimelineEvent loss = this.setup.get(lost);
		steps.accept(holder.name() + " detected the loss of " + KEY + " (" + loss.note() + ") "
				+ FailureSetup.seconds(System.nanoTime() - start) + " after the crash, and stopped the inventory.");
		return "The first purchase after the restart returned " + this.setup.get(purchase).statusCode()
				+ ". All connections were restored automatically.";
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
