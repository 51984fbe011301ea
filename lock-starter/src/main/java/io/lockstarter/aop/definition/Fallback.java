package io.lockstarter.aop.definition;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.lockstarter.LockNotAcquiredException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;

/**
 * Calls the fallback method on the same object if the lock was not acquired. The fallback
 * of a suspend function may be a suspend function, whose result is then a publisher.
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
		List<@Nullable Object> arguments = new ArrayList<>(Arrays.asList(invocation.getArguments()));
		boolean suspending = KotlinDetector.isSuspendingFunction(invocation.getMethod());
		Object continuation = suspending ? arguments.remove(arguments.size() - 1) : null;
		if (this.takesRefusal) {
			arguments.add(refusal);
		}
		Object target = Modifier.isStatic(this.method.getModifiers()) ? null : invocation.getThis();
		if (suspending && KotlinDetector.isSuspendingFunction(this.method)) {
			arguments.add(continuation);
			return AopUtils.invokeJoinpointUsingReflection(target, this.method, arguments.toArray());
		}
		try {
			return this.method.invoke(target, arguments.toArray());
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
