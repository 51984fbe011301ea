package io.lockstarter.docs;

import java.time.Duration;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.reactive.ReactiveLockService;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Contains the examples of {@code docs/reactive.md}. */
class ReactiveExamples {

	private final ReactiveLockService locks;

	private final Payments payments;

	ReactiveExamples(ReactiveLockService locks, Payments payments) {
		this.locks = locks;
		this.payments = payments;
	}

	static Mono<String> retry(Orders orders) {
		Mono<String> paid = orders.pay(42)
			.retryWhen(Retry.backoff(3, Duration.ofMillis(100)).filter(LockNotAcquiredException.class::isInstance));
		return paid;
	}

	Flux<String> withLock() {
		Mono<String> receipt = this.locks.withLock("order:42", this.payments.charge(42));
		Flux<String> lines = this.locks.withLock("report", this.payments.report());
		return receipt.concatWith(lines);
	}

	Mono<String> tryAcquire() {
		Mono<String> once = Mono.usingWhen(this.locks.tryAcquire("job"), (lock) -> this.payments.charge(1),
				this.locks::release);
		return once;
	}

	Mono<String> current() {
		Mono<String> checked = this.locks.current().doOnNext(LockHandle::ensureHeld).map(LockHandle::key);
		return this.locks.withLock("order:42", checked);
	}

	/** Does the work of the examples. */
	interface Payments {

		Mono<String> charge(long id);

		Flux<String> report();

	}

	static class Orders {

		private final Payments payments;

		Orders(Payments payments) {
			this.payments = payments;
		}

		@DistributedLock(key = "order:#<id>", waitTime = "5s")
		public Mono<String> pay(long id) {
			return this.payments.charge(id);
		}

	}

}
