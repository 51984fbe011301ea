package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockedTypes;

import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Matches every method with a lock, also if an interface or a superclass declares it. */
final class DistributedLockPointcut extends StaticMethodMatcherPointcut {

	private final LockedTypes locked;

	private final ProxyKind proxyKind;

	DistributedLockPointcut(LockedTypes locked, ProxyKind proxyKind) {
		this.locked = locked;
		this.proxyKind = proxyKind;
		setClassFilter(this::isCandidate);
	}

	// Spring would fail at the first final class. The checks report all of them together.
	private boolean isCandidate(Class<?> type) {
		return this.locked.contain(type)
				&& (!Modifier.isFinal(type.getModifiers()) || this.proxyKind.isOfInterfaces(type, null));
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return LockAnnotations.find(method, targetClass).isPresent();
	}

}
