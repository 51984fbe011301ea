package io.lockstarter.aop.definition;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.CollectionFactory;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;

/** Creates the empty result that a skipped method returns. */
@FunctionalInterface
interface EmptyValue {

	EmptyValue NULL = () -> null;

	/** The empty values of types without subtypes. */
	Map<Class<?>, EmptyValue> KNOWN = Map.of(Optional.class, Optional::empty, OptionalInt.class, OptionalInt::empty,
			OptionalLong.class, OptionalLong::empty, OptionalDouble.class, OptionalDouble::empty, Stream.class,
			Stream::empty, IntStream.class, IntStream::empty, LongStream.class, LongStream::empty, DoubleStream.class,
			DoubleStream::empty);

	/**
	 * Creates the value. Each caller receives a new one, since callers may change it.
	 * @return the value
	 */
	@Nullable Object get();

	/**
	 * Finds the empty value of a type.
	 * @param type the return type
	 * @return its empty value
	 * @throws IllegalArgumentException if the type has no empty value
	 */
	static EmptyValue of(ResolvableType type) {
		Class<?> raw = type.resolve(Object.class);
		if (raw == void.class) {
			return NULL;
		}
		if (raw.isPrimitive()) {
			throw new IllegalArgumentException("a method that returns " + raw
					+ " cannot be skipped: no value of this type can mean that the method did not run");
		}
		EmptyValue known = KNOWN.get(raw);
		if (known != null) {
			return known;
		}
		if (isFuture(raw)) {
			EmptyValue inner = of(type.as(raw).getGeneric(0));
			return () -> {
				Object completed = CompletableFuture.completedFuture(inner.get());
				return completed;
			};
		}
		EmptyValue reactive = ofReactive(raw);
		if (reactive != null) {
			return reactive;
		}
		if (raw.isArray()) {
			return () -> Array.newInstance(raw.getComponentType(), 0);
		}
		return ofCollection(raw);
	}

	private static boolean isFuture(Class<?> type) {
		return type == CompletableFuture.class || type == CompletionStage.class || type == Future.class;
	}

	// The caller of a reactive method creates the empty publisher in place of null.
	// The registry loads the reactive libraries, so it is not asked about other types.
	private static @Nullable EmptyValue ofReactive(Class<?> raw) {
		ReactiveAdapter adapter = (raw.getClassLoader() == null && raw != Flow.Publisher.class) ? null
				: ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw);
		if (adapter == null) {
			return null;
		}
		if (!adapter.supportsEmpty()) {
			throw new IllegalArgumentException("a method that returns " + raw.getSimpleName()
					+ " cannot be skipped: it always has a value, and no value can mean that the method did not run");
		}
		return NULL;
	}

	private static EmptyValue ofCollection(Class<?> raw) {
		EmptyValue value = NULL;
		if (raw == Iterable.class) {
			value = () -> CollectionFactory.createCollection(Collection.class, 0);
		}
		else if (Collection.class.isAssignableFrom(raw)) {
			value = () -> CollectionFactory.createCollection(raw, 0);
		}
		else if (Map.class.isAssignableFrom(raw)) {
			value = () -> CollectionFactory.createMap(raw, 0);
		}
		try {
			value.get();
		}
		catch (RuntimeException ex) {
			throw new IllegalArgumentException("an empty " + raw.getSimpleName() + " cannot be created", ex);
		}
		return value;
	}

}
