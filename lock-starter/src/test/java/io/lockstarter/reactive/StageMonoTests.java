package io.lockstarter.reactive;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/** Verifies that each value of a stage is either received or released. */
class StageMonoTests {

	private final AtomicInteger received = new AtomicInteger();

	private final AtomicInteger unreceived = new AtomicInteger();

	@Test
	void valueThatRacesWithTheCancellationIsReceivedOrReleased() {
		int rounds = 50_000;
		AtomicInteger started = new AtomicInteger();
		AtomicInteger completed = new AtomicInteger();
		List<CompletableFuture<String>> stages = Stream.generate(CompletableFuture<String>::new).limit(rounds).toList();
		Thread completing = new Thread(() -> {
			for (int i = 1; i <= rounds; i++) {
				awaitRound(started, i);
				stages.get(i - 1).complete("value");
				completed.set(i);
			}
		});
		completing.setDaemon(true);
		completing.start();
		for (int i = 1; i <= rounds; i++) {
			Values values = new Values(1);
			values(stages.get(i - 1)).subscribe(values);
			started.set(i);
			for (int pause = i % 64; pause > 0; pause--) {
				Thread.onSpinWait();
			}
			values.cancel();
			awaitRound(completed, i);
			assertThat(this.received.get() + this.unreceived.get()).isEqualTo(i);
		}
	}

	private static void awaitRound(AtomicInteger round, int expected) {
		for (int i = 0; round.get() < expected; i++) {
			if (i < 1000) {
				Thread.onSpinWait();
			}
			else {
				LockSupport.parkNanos(1000);
			}
		}
	}

	@Test
	void valueBeforeTheDemandIsReceivedLater() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		Values values = new Values(0);
		values(stage).subscribe(values);
		stage.complete("value");
		assertThat(this.unreceived).hasValue(0);
		values.request(1);
		assertThat(this.received).hasValue(1);
		assertThat(this.unreceived).hasValue(0);
	}

	@Test
	void valueWithoutDemandIsReleasedByTheCancellation() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		Values values = new Values(0);
		values(stage).subscribe(values);
		stage.complete("value");
		values.cancel();
		assertThat(this.unreceived).hasValue(1);
	}

	// The stage ignores cancellation, so that it always has a value.
	private Mono<String> values(CompletableFuture<String> stage) {
		return StageMono.of(stage::minimalCompletionStage, (value) -> this.unreceived.incrementAndGet());
	}

	/** Counts the values, also those that come during a cancellation. */
	private final class Values extends BaseSubscriber<String> {

		private final int demand;

		Values(int demand) {
			this.demand = demand;
		}

		@Override
		protected void hookOnSubscribe(Subscription subscription) {
			if (this.demand > 0) {
				request(this.demand);
			}
		}

		@Override
		protected void hookOnNext(String value) {
			StageMonoTests.this.received.incrementAndGet();
		}

	}

}
