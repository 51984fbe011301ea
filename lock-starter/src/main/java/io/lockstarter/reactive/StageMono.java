package io.lockstarter.reactive;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Turns stages into Monos that release what no subscriber received. */
final class StageMono {

	private StageMono() {
	}

	/**
	 * Creates a Mono that starts a stage for each subscription, and cancels it with the
	 * subscription.
	 * @param start starts the stage
	 * @param unreceived receives a value that came too late for its subscriber
	 * @param <T> the type of the value
	 * @return the Mono
	 */
	static <T> Mono<T> of(Supplier<? extends CompletionStage<T>> start, Consumer<T> unreceived) {
		return Mono.defer(() -> {
			Kept<T> kept = new Kept<>(unreceived);
			return Mono.<T>create((sink) -> {
				CompletionStage<T> stage = start.get();
				sink.onCancel(() -> {
					cancel(stage);
					kept.cancel();
				});
				var unused = stage.whenComplete((value, failure) -> {
					if (failure != null) {
						sink.error(unwrap(failure));
					}
					else {
						kept.offer(value, sink);
					}
				});
			}).filter((value) -> kept.take());
		});
	}

	static void cancel(CompletionStage<?> stage) {
		try {
			stage.toCompletableFuture().cancel(false);
		}
		catch (UnsupportedOperationException ex) {
			// A stage need not be a future. Its value is released later.
		}
	}

	static Throwable unwrap(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	/**
	 * Keeps a value until its subscriber receives it. A sink does not report each value
	 * that comes too late for its subscriber.
	 */
	private static final class Kept<T> {

		private final Consumer<T> unreceived;

		private final AtomicReference<@Nullable T> value = new AtomicReference<>();

		private volatile boolean canceled;

		Kept(Consumer<T> unreceived) {
			this.unreceived = unreceived;
		}

		void offer(T offered, MonoSink<T> sink) {
			this.value.set(offered);
			sink.success(offered);
			// The cancellation may have come before the value.
			if (this.canceled) {
				discard();
			}
		}

		/** Returns whether the subscriber receives the value. */
		boolean take() {
			return this.value.getAndSet(null) != null;
		}

		void cancel() {
			this.canceled = true;
			discard();
		}

		private void discard() {
			T left = this.value.getAndSet(null);
			if (left != null) {
				this.unreceived.accept(left);
			}
		}

	}

}
