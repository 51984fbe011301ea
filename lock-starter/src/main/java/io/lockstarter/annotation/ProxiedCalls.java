package io.lockstarter.annotation;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Calls that a proxy has locked, on their way to a method that may be woven as well. */
final class ProxiedCalls {

	private static final ThreadLocal<@Nullable Marked> CURRENT = new ThreadLocal<>();

	private ProxiedCalls() {
	}

	static MethodInvocation mark(MethodInvocation invocation, Method method) {
		return new Marked(invocation, method);
	}

	/**
	 * Whether a woven method was called by a proxy that has its lock. Only once: what the
	 * method then calls itself is another call.
	 * @param target the object
	 * @param method the method
	 * @return whether it is locked already
	 */
	static boolean arrives(@Nullable Object target, Method method) {
		Marked marked = CURRENT.get();
		if (marked == null || marked.arrived || marked.getThis() != target || !marked.runs.equals(method)) {
			return false;
		}
		marked.arrived = true;
		return true;
	}

	private static final class Marked implements MethodInvocation {

		private final MethodInvocation invocation;

		private final Method runs;

		private boolean arrived;

		Marked(MethodInvocation invocation, Method runs) {
			this.invocation = invocation;
			this.runs = runs;
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
