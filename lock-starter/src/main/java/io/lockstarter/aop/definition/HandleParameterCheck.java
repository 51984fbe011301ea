package io.lockstarter.aop.definition;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.springframework.aop.support.AopUtils;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.validation.annotation.Validated;

/**
 * Refuses combinations that cannot work with a handle parameter. Each call has another
 * handle, and the handle exists only after the lock was acquired.
 */
final class HandleParameterCheck {

	private static final String NOT_NULL = "jakarta.validation.constraints.NotNull";

	private final Method method;

	private final Class<?> targetClass;

	private final MethodProblems report;

	HandleParameterCheck(LockAnnotations annotated, MethodProblems report) {
		this.method = annotated.method();
		this.targetClass = annotated.targetClass();
		this.report = report;
	}

	void check(List<Integer> handles) {
		if (handles.isEmpty()) {
			return;
		}
		if (isCachedByAllArguments()) {
			this.report.method("is cached by all its arguments",
					"the LockHandle is one of them and differs in each call, so the cache would only grow, and never hit",
					"set the key of the cache, as in @Cacheable(key = \"#id\"), or use LockHandle.current() instead"
							+ " of the parameter");
		}
		if (isValidated() && handles.stream().anyMatch(this::mustNotBeNull)) {
			this.report.method("has a LockHandle with @NotNull",
					"arguments are validated before the lock is acquired, so every call would be refused",
					"remove @NotNull from the LockHandle: a locked call always sets it");
		}
	}

	private boolean isCachedByAllArguments() {
		CacheConfig config = AnnotatedElementUtils.findMergedAnnotation(this.targetClass, CacheConfig.class);
		if (config != null && !config.keyGenerator().isEmpty()) {
			return false;
		}
		// Spring uses the annotations of the class only if the method has none.
		List<String> own = keys(this.method).toList();
		return (own.isEmpty() ? keys(this.targetClass) : own.stream()).anyMatch(Predicate.not(StringUtils::hasText));
	}

	/** Returns the key, or its generator, of each cache annotation. */
	private static Stream<String> keys(AnnotatedElement element) {
		return Stream
			.of(all(element, Cacheable.class, Caching::cacheable).map((one) -> one.key() + one.keyGenerator()),
					all(element, CachePut.class, Caching::put).map((one) -> one.key() + one.keyGenerator()),
					all(element, CacheEvict.class, Caching::evict)
						.map((one) -> one.allEntries() ? "all entries" : one.key() + one.keyGenerator()))
			.flatMap(Function.identity());
	}

	private static <A extends Annotation> Stream<A> all(AnnotatedElement element, Class<A> type,
			Function<Caching, A[]> several) {
		return Stream.concat(AnnotatedElementUtils.findAllMergedAnnotations(element, type).stream(),
				AnnotatedElementUtils.findAllMergedAnnotations(element, Caching.class)
					.stream()
					.flatMap((caching) -> Arrays.stream(several.apply(caching))));
	}

	private boolean isValidated() {
		return AnnotatedElementUtils.hasAnnotation(this.targetClass, Validated.class)
				|| AnnotatedElementUtils.hasAnnotation(this.method, Validated.class);
	}

	// The constraint may be on the method of an interface.
	private boolean mustNotBeNull(int parameter) {
		Set<Class<?>> interfaces = ClassUtils.getAllInterfacesForClassAsSet(this.targetClass);
		return Stream
			.concat(Stream.of(this.method),
					interfaces.stream()
						.flatMap((type) -> Arrays.stream(type.getMethods()))
						.filter((declared) -> declared.getName().equals(this.method.getName())
								&& AopUtils.getMostSpecificMethod(declared, this.targetClass).equals(this.method)))
			.flatMap((declared) -> Arrays.stream(declared.getParameterAnnotations()[parameter]))
			.anyMatch((annotation) -> annotation.annotationType().getName().equals(NOT_NULL));
	}

}
