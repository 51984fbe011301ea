package io.lockstarter.reactive;

import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.StringUtils;

/** The reactive types, each with the method that returns it. */
@SuppressWarnings("ImmutableEnumChecker")
enum ReactiveType {

	MONO(Mono.class, ReactiveMethods::mono), FLUX(Flux.class, ReactiveMethods::flux),
	PUBLISHER(Publisher.class, ReactiveMethods::publisher),
	FLOW_PUBLISHER(java.util.concurrent.Flow.Publisher.class, ReactiveMethods::flowPublisher),
	FLOWABLE(Flowable.class, ReactiveMethods::flowable), OBSERVABLE(Observable.class, ReactiveMethods::observable),
	MAYBE(Maybe.class, ReactiveMethods::maybe), COMPLETABLE(Completable.class, ReactiveMethods::completable),
	SINGLE(Single.class, ReactiveMethods::single), UNI(Uni.class, ReactiveMethods::uni),
	MULTI(Multi.class, ReactiveMethods::multi),
	KOTLIN_FLOW(kotlinx.coroutines.flow.Flow.class, ReactiveMethods::kotlinFlow);

	private final ReactiveAdapter adapter;

	private final BiFunction<ReactiveMethods, Supplier<?>, ?> method;

	@SuppressWarnings("unchecked")
	<T> ReactiveType(Class<?> type, BiFunction<ReactiveMethods, Supplier<T>, ?> method) {
		ReactiveAdapter found = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (found == null || found.getReactiveType() != type) {
			throw new IllegalStateException("no adapter for " + type);
		}
		this.adapter = found;
		this.method = (bean, work) -> method.apply(bean, (Supplier<T>) work);
	}

	/** Calls the method of this type. */
	Flux<String> call(ReactiveMethods bean, Supplier<Publisher<String>> work) {
		Supplier<?> converted = () -> this.adapter.fromPublisher(work.get());
		return Flux.from(this.adapter.toPublisher(this.method.apply(bean, converted)));
	}

	/** Returns what a subscriber receives of work with one value. */
	List<String> values(String one) {
		return this.adapter.isNoValue() ? List.of() : List.of(one);
	}

	String methodName() {
		String[] words = name().toLowerCase(Locale.ROOT).split("_", -1);
		return words[0] + ((words.length > 1) ? StringUtils.capitalize(words[1]) : "");
	}

}
