package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.WovenClasses;
import io.lockstarter.aop.call.LockedCall.RequestedLock;
import io.lockstarter.aop.call.LockedMethods.LockedMethod;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockedTypes;
import io.lockstarter.aop.definition.Problems;
import io.lockstarter.aop.definition.SupportedTypes;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.SpringProxy;
import org.springframework.core.KotlinDetector;
import org.springframework.util.ClassUtils;

/**
 * Runs annotated methods under their locks: definition, keys, hold, proceed, release. It
 * serves proxies and woven classes. If a call passes through both, only the proxy locks
 * it, since a hold that belongs to no thread cannot be nested.
 */
public final class LockInterceptor implements MethodInterceptor, AutoCloseable {

	private final LockedMethods methods;

	private final LockAcquirer acquirer;

	private final boolean weaving = WovenClasses.exist();

	private final LockedTypes lockedTypes = new LockedTypes();

	private final MethodInterceptor forWovenClasses = this::invokeWoven;

	/**
	 * Creates an interceptor.
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @param supported the types of locks that are available
	 * @param collaborators what locked calls need from the application
	 */
	public LockInterceptor(UnaryOperator<String> environment, SupportedTypes supported,
			LockCollaborators collaborators) {
		this(environment, supported, collaborators, List.of());
	}

	/**
	 * Creates an interceptor with additional return types.
	 * @param strategies choose their styles; they precede the strategies of the library
	 */
	LockInterceptor(UnaryOperator<String> environment, SupportedTypes supported, LockCollaborators collaborators,
			List<? extends ReturnStyle.Strategy> strategies) {
		this.methods = new LockedMethods(environment, supported, new ReturnStyles(collaborators, strategies),
				new HandledWhenBusy(collaborators.busyHandler()));
		this.acquirer = new LockAcquirer(collaborators.service(), collaborators.keeper());
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Method method = invocation.getMethod();
		Object target = invocation.getThis();
		if (target instanceof SpringProxy && LockProxies.isLocking(target)) {
			// A second proxy wraps the bean, and the inner proxy locks the call. A hold
			// that belongs to no thread cannot be nested.
			return invocation.proceed();
		}
		LockedMethod locked = this.methods.find(method,
				(target != null) ? ClassUtils.getUserClass(target) : method.getDeclaringClass());
		if (locked == null) {
			// The application expects a lock here, so the method must not run without
			// one.
			throw new IllegalStateException("There is no @DistributedLock on " + method);
		}
		return invoke(locked, this.weaving ? ProxiedCalls.mark(invocation, locked.method()) : invocation);
	}

	// A woven class may have methods without a lock.
	private @Nullable Object invokeWoven(MethodInvocation invocation) throws Throwable {
		// This is the method that runs, even if a subclass overrides it and calls super.
		Method method = invocation.getMethod();
		LockedMethod locked = this.methods.find(method, method.getDeclaringClass());
		if (locked == null || ProxiedCalls.isLockedByProxy(invocation.getThis(), locked.method())) {
			return invocation.proceed();
		}
		if (KotlinDetector.isSuspendingFunction(method)) {
			// The advice runs each time the function resumes, not once for each call.
			throw new InvalidLockDefinitionException("The lock of " + method + " cannot be acquired: it is a suspend "
					+ "function of a woven class. Fix: do not weave the class, and call the function through its bean",
					null);
		}
		return invoke(locked, invocation);
	}

	private @Nullable Object invoke(LockedMethod locked, MethodInvocation invocation) throws Throwable {
		List<RequestedLock> requested = locked.requested(invocation.getArguments(), this.acquirer::customized);
		if (requested.isEmpty()) {
			return invocation.proceed();
		}
		return locked.returns().run(new LockedCall(locked, invocation, requested), this.acquirer);
	}

	/**
	 * Returns an interceptor for calls of woven methods.
	 * @return the interceptor for {@link WovenClasses}
	 */
	public MethodInterceptor forWovenClasses() {
		return this.forWovenClasses;
	}

	/**
	 * Returns the classes that have locks.
	 * @return the classes that are known so far
	 */
	public LockedTypes lockedTypes() {
		return this.lockedTypes;
	}

	/**
	 * Returns the names of the locks of all methods that were read.
	 * @return the key templates
	 */
	public Set<String> names() {
		return this.methods.names();
	}

	/**
	 * Checks the definition of a method.
	 * @param annotated the method
	 * @param problems receives all errors
	 */
	public void check(LockAnnotations annotated, Problems problems) {
		this.methods.read(annotated, problems);
	}

	/**
	 * Returns the annotated methods whose locks have a name, among those that were called
	 * so far.
	 * @param name the name of a lock: the template of its key
	 * @return the methods
	 */
	public List<Method> methodsOf(String name) {
		return this.methods.withName(name);
	}

	@Override
	public void close() {
		WovenClasses.forget(this.forWovenClasses);
	}

}
