package io.lockstarter.reactive;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

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
	@SuppressWarnings("unchecked")
	static <T> Mono<T> of(Supplier<? extends CompletionStage<T>> start, Consumer<T> unreceived) {
		return Mono.<T>create((sink) -> {
			CompletionStage<T> stage = start.get();
			sink.onCancel(() -> cancel(stage));
			var unused = stage.whenComplete((value, failure) -> {
				if (failure != null) {
					sink.error(unwrap(failure));
				}
				else {
					sink.success(value);
				}
			});
		}).doOnDiscard(Object.class, (value) -> unreceived.accept((T) value));
	}

	static void cancel(CompletionStage<?> stage) {
		try {
			stage.toCompletableFuture().cancel(false);
		}
		catch (UnsupportedOperationException ex) {
			// A stage need not be a future. Its value is discarded later.
		}
	}

	static Throwable unwrap(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
