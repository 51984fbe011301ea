package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Where a proxy is wanted: on every method that has a lock, wherever it was written. */
final class DistributedLockPointcut extends StaticMethodMatcherPointcut {

	private final LockMentions mentions;

	private final ProxyKind proxyKind;

	DistributedLockPointcut(LockMentions mentions, ProxyKind proxyKind) {
		this.mentions = mentions;
		this.proxyKind = proxyKind;
		setClassFilter(this::isCandidate);
	}

	// What has no proxy is refused by the checks, with all else that is wrong; to try it
	// here would end the start-up at the first one.
	private boolean isCandidate(Class<?> type) {
		return this.mentions.areIn(type)
				&& (!Modifier.isFinal(type.getModifiers()) || this.proxyKind.isOfInterfaces(type, null));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return LockAnnotations.find(method, targetClass).isPresent();
	}

}
