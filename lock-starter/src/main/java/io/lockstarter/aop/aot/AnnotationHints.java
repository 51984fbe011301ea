package io.lockstarter.aop.aot;

import io.lockstarter.DistributedLock;
import io.lockstarter.DistributedLocks;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Lets a native image read the attributes of the annotation. */
final class AnnotationHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection()
			.registerType(DistributedLock.class, MemberCategory.INVOKE_PUBLIC_METHODS)
			.registerType(DistributedLocks.class, MemberCategory.INVOKE_PUBLIC_METHODS);
	}

}
