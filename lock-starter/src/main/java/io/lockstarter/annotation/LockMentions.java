package io.lockstarter.annotation;

import java.util.Arrays;
import java.util.Map;

import io.lockstarter.DistributedLock;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Which classes have the annotation anywhere: on themselves, on a method, on what they
 * inherit. Most beans have not, and for those this saves the search at each method.
 */
final class LockMentions {

	private final Map<Class<?>, Boolean> known = new ConcurrentReferenceHashMap<>();

	boolean areIn(@Nullable Class<?> type) {
		if (type == null || !AnnotationUtils.isCandidateClass(type, DistributedLock.class)) {
			return false;
		}
		Boolean found = this.known.get(type);
		if (found == null) {
			found = areDeclaredBy(type) || areIn(type.getSuperclass())
					|| Arrays.stream(type.getInterfaces()).anyMatch(this::areIn);
			this.known.put(type, found);
		}
		return found;
	}

	private static boolean areDeclaredBy(Class<?> type) {
		return MergedAnnotations.from(type).isPresent(DistributedLock.class) || Arrays.stream(type.getDeclaredMethods())
			.anyMatch((method) -> MergedAnnotations.from(method).isPresent(DistributedLock.class));
	}

}
