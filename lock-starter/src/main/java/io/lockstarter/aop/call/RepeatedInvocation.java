package io.lockstarter.aop.call;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import io.lockstarter.aop.RepeatableInvocation;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/**
 * Represents the copy of a call through a Spring proxy. It proceeds after the original
 * call has returned, and often on another thread. Aspects of the application then need
 * the invocation that the proxy had exposed to them.
 */
final class RepeatedInvocation implements RepeatableInvocation {

	private final ProxyMethodInvocation original;

	private final MethodInvocation clone;

	RepeatedInvocation(ProxyMethodInvocation original) {
		this.original = original;
		this.clone = original.invocableClone();
	}

	@Override
	public MethodInvocation copy() {
		return new RepeatedInvocation(this.original);
	}

	@Override
	public @Nullable Object proceed() throws Throwable {
		return ExposeInvocationInterceptor.INSTANCE.invoke(this.clone);
	}

	@Override
	public Method getMethod() {
		return this.clone.getMethod();
	}

	@Override
	public @Nullable Object[] getArguments() {
		return this.clone.getArguments();
	}

	@Override
	public @Nullable Object getThis() {
		return this.clone.getThis();
	}

	@Override
	public AccessibleObject getStaticPart() {
		return this.clone.getStaticPart();
	}

}
