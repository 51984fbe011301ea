package io.lockstarter.sample.fleet.load;

import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/** Counts the responses of a run. */
final class RunCounter {

	private static final int OK = 200;

	private static final int CONFLICT = 409;

	private static final int LOCKED = 423;

	private final AtomicInteger sold = new AtomicInteger();

	private final AtomicInteger soldOut = new AtomicInteger();

	private final AtomicInteger busy = new AtomicInteger();

	private final AtomicInteger failed = new AtomicInteger();

	private final long start = System.nanoTime();

	private final Clock clock;

	RunCounter(Clock clock) {
		this.clock = clock;
	}

	void count(@Nullable HttpResponse<String> answer) {
		counter((answer != null) ? answer.statusCode() : 0).incrementAndGet();
	}

	private AtomicInteger counter(int status) {
		return switch (status) {
			case OK -> this.sold;
			case CONFLICT -> this.soldOut;
			case LOCKED -> this.busy;
			default -> this.failed;
		};
	}

	Run running(RunRequest request) {
		return run(request, true, 0, 0);
	}

	Run finished(RunRequest request, int remaining, int orders) {
		return run(request, false, remaining, orders);
	}

	private Run run(RunRequest request, boolean running, int remaining, int orders) {
		return new Run(request.lock(), request.buyers(), request.pieces(), this.sold.get(), this.soldOut.get(),
				this.busy.get(), this.failed.get(), (System.nanoTime() - this.start) / 1_000_000, running, remaining,
				orders, Math.max(0, orders - request.pieces()), this.clock.millis());
	}

}
