package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;

import io.lockstarter.BusyHandler;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.definition.WhenBusy;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/** Lets the handler of the application decide, and checks its result. */
final class HandledWhenBusy implements WhenBusy {

	private final Supplier<BusyHandler> handler;

	HandledWhenBusy(Supplier<BusyHandler> handler) {
		this.handler = handler;
	}

	@Override
	public @Nullable Object answer(MethodInvocation invocation, LockNotAcquiredException refusal) throws Throwable {
		BusyHandler decides = this.handler.get();
		Method method = invocation.getMethod();
		Object result = decides.handle(method, arguments(invocation), refusal);
		Class<?> type = method.getReturnType();
		boolean fits = (result != null) ? ClassUtils.isAssignableValue(type, result)
				: type == void.class || !type.isPrimitive();
		if (!fits && type != void.class) {
			IllegalStateException wrong = new IllegalStateException("The BusyHandler " + decides.getClass().getName()
					+ " returned " + ((result != null) ? "a " + result.getClass().getName() : "null") + " for " + method
					+ ", which returns " + type.getName() + ": return such a value, or throw an exception");
			wrong.addSuppressed(refusal);
			throw wrong;
		}
		return (type == void.class) ? null : result;
	}

	/** Returns the arguments, without the one that Kotlin adds to a suspend function. */
	private static @Nullable Object[] arguments(MethodInvocation invocation) {
		@Nullable Object[] all = invocation.getArguments();
		return KotlinDetector.isSuspendingFunction(invocation.getMethod()) ? Arrays.copyOf(all, all.length - 1) : all;
	}

}
