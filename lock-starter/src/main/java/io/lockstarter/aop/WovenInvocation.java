package io.lockstarter.aop;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import org.aopalliance.intercept.MethodInvocation;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.jspecify.annotations.Nullable;

/** Presents a call of a woven method like a call through a proxy. */
final class WovenInvocation implements RepeatableInvocation {

	private final ProceedingJoinPoint joinPoint;

	private final @Nullable Object[] arguments;

	WovenInvocation(ProceedingJoinPoint joinPoint) {
		this(joinPoint, joinPoint.getArgs());
	}

	private WovenInvocation(ProceedingJoinPoint joinPoint, @Nullable Object[] arguments) {
		this.joinPoint = joinPoint;
		this.arguments = arguments;
	}

	@Override
	public MethodInvocation copy() {
		return new WovenInvocation(this.joinPoint, this.arguments.clone());
	}

	@Override
	public @Nullable Object proceed() throws Throwable {
		return this.joinPoint.proceed(this.arguments);
	}

	@Override
	public Method getMethod() {
		return ((MethodSignature) this.joinPoint.getSignature()).getMethod();
	}

	@Override
	public @Nullable Object[] getArguments() {
		return this.arguments;
	}

	@Override
	public @Nullable Object getThis() {
		return this.joinPoint.getThis();
	}

	@Override
	public AccessibleObject getStaticPart() {
		return getMethod();
	}

}
