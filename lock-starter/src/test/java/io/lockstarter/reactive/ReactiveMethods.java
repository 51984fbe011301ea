package io.lockstarter.reactive;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;
import io.lockstarter.OnLost;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.NamedElement;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.SuperMethodCall;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Has a method for each reactive type. Subclasses put them under a lock. */
class ReactiveMethods {

	public Mono<String> mono(Supplier<Mono<String>> work) {
		return work.get();
	}

	public Flux<String> flux(Supplier<Flux<String>> work) {
		return work.get();
	}

	public Publisher<String> publisher(Supplier<Publisher<String>> work) {
		return work.get();
	}

	public Flow.Publisher<String> flowPublisher(Supplier<Flow.Publisher<String>> work) {
		return work.get();
	}

	public Flowable<String> flowable(Supplier<Flowable<String>> work) {
		return work.get();
	}

	public Observable<String> observable(Supplier<Observable<String>> work) {
		return work.get();
	}

	public Maybe<String> maybe(Supplier<Maybe<String>> work) {
		return work.get();
	}

	public Completable completable(Supplier<Completable> work) {
		return work.get();
	}

	public Single<String> single(Supplier<Single<String>> work) {
		return work.get();
	}

	public Uni<String> uni(Supplier<Uni<String>> work) {
		return work.get();
	}

	public Multi<String> multi(Supplier<Multi<String>> work) {
		return work.get();
	}

	public kotlinx.coroutines.flow.Flow<String> kotlinFlow(Supplier<kotlinx.coroutines.flow.Flow<String>> work) {
		return work.get();
	}

	/**
	 * Creates a subclass whose methods have an annotation.
	 * @param template a class with the annotation
	 * @param methods the names of the methods, or none for all methods
	 */
	static Class<? extends ReactiveMethods> annotatedAs(Class<?> template, String... methods) {
		DistributedLock annotation = Objects.requireNonNull(template.getAnnotation(DistributedLock.class));
		ElementMatcher.Junction<NamedElement> chosen = (methods.length > 0) ? ElementMatchers.namedOneOf(methods)
				: ElementMatchers.any();
		return new ByteBuddy().subclass(ReactiveMethods.class)
			.method(ElementMatchers.isDeclaredBy(ReactiveMethods.class)
				.and(ElementMatchers.not(ElementMatchers.isStatic()))
				.and(chosen))
			.intercept(SuperMethodCall.INSTANCE)
			.annotateMethod(annotation)
			.make()
			.load(ReactiveMethods.class.getClassLoader(), ClassLoadingStrategy.UsingLookup.of(MethodHandles.lookup()))
			.getLoaded();
	}

	@DistributedLock(key = "k", waitTime = "20s")
	static final class Waiting {

	}

	@DistributedLock(key = "k", waitTime = "0")
	static final class Impatient {

	}

	@DistributedLock(key = "k", waitTime = "0", onBusy = OnBusy.SKIP)
	static final class Skipping {

	}

	@DistributedLock(key = "k", waitTime = "20s", onLost = OnLost.INTERRUPT)
	static final class Interrupting {

	}

	@DistributedLock(key = "k", waitTime = "20s", onLost = OnLost.IGNORE)
	static final class Ignoring {

	}

}
