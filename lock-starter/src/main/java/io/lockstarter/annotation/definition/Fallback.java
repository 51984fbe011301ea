package io.lockstarter.annotation.definition;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

import io.lockstarter.LockNotAcquiredException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Calls the fallback method on the same object if the lock was not acquired.
 */
final class Fallback implements WhenBusy {

	private final Method method;

	private final boolean takesRefusal;

	Fallback(Method method, boolean takesRefusal) {
		this.method = method;
		this.takesRefusal = takesRefusal;
	}

	@Override
	public @Nullable Object answer(MethodInvocation invocation, LockNotAcquiredException refusal) throws Throwable {
		@Nullable Object[] arguments = invocation.getArguments();
		if (this.takesRefusal) {
			arguments = Arrays.copyOf(arguments, arguments.length + 1);
			arguments[arguments.length - 1] = refusal;
		}
		try {
			return this.method.invoke(Modifier.isStatic(this.method.getModifiers()) ? null : invocation.getThis(),
					arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
