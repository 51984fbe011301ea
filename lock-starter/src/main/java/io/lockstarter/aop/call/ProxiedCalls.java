package io.lockstarter.aop.call;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import io.lockstarter.aop.RepeatableInvocation;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Marks calls that a proxy has already locked, in case the method is woven as well. */
final class ProxiedCalls {

	private static final ThreadLocal<@Nullable Marked> CURRENT = new ThreadLocal<>();

	private ProxiedCalls() {
	}

	static MethodInvocation mark(MethodInvocation invocation, Method method) {
		return new Marked(invocation, method);
	}

	/**
	 * Returns whether the proxy has already acquired the lock of a woven method. It
	 * returns {@code true} only once, because a call that the method itself makes is
	 * another call.
	 * @param target the object
	 * @param method the method
	 * @return {@code true} if the call is already locked
	 */
	static boolean isLockedByProxy(@Nullable Object target, Method method) {
		Marked marked = CURRENT.get();
		if (marked == null || marked.reached || marked.getThis() != target || !marked.method.equals(method)) {
			return false;
		}
		marked.reached = true;
		return true;
	}

	private static final class Marked implements RepeatableInvocation {

		private final MethodInvocation invocation;

		private final Method method;

		private boolean reached;

		Marked(MethodInvocation invocation, Method method) {
			this.invocation = invocation;
			this.method = method;
		}

		@Override
		public MethodInvocation copy() {
			return new Marked(LockedCall.copy(this.invocation), this.method);
		}

		@Override
		public @Nullable Object proceed() throws Throwable {
			Marked outer = CURRENT.get();
			CURRENT.set(this);
			try {
				return this.invocation.proceed();
			}
			finally {
				if (outer != null) {
					CURRENT.set(outer);
				}
				else {
					CURRENT.remove();
				}
			}
		}

		@Override
		public Method getMethod() {
			return this.invocation.getMethod();
		}

		@Override
		public @Nullable Object[] getArguments() {
			return this.invocation.getArguments();
		}

		@Override
		public @Nullable Object getThis() {
			return this.invocation.getThis();
		}

		@Override
		public AccessibleObject getStaticPart() {
			return this.invocation.getStaticPart();
		}

	}

}
