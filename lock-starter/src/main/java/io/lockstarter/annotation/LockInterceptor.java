package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockService;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Runs annotated methods under their locks: definition, keys, hold, proceed, release. The
 * same for proxies and for woven classes; a call that passes both is locked by the proxy
 * only, since a hold that belongs to no thread cannot be entered twice.
 */
public final class LockInterceptor implements MethodInterceptor, AutoCloseable {

	private final LockedMethods methods;

	private final LockTaker taker;

	private final HoldKeeper keeper;

	/**
	 * Makes one.
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @param service the lock service, asked for when the first lock is taken
	 * @param configuredWait how long a lock is waited for that does not say
	 * @param keeper may keep a hold for longer than its call
	 * @param results completes the stages of callers: what follows a stage is code of the
	 * application, which may block
	 */
	public LockInterceptor(UnaryOperator<String> environment, Supplier<LockService> service,
			Supplier<Duration> configuredWait, HoldKeeper keeper, Executor results) {
		this.methods = new LockedMethods(environment, results);
		this.taker = new LockTaker(service, configuredWait, System::nanoTime);
		this.keeper = keeper;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Method method = invocation.getMethod();
		Object target = invocation.getThis();
		if (LockProxies.isLocking(target)) {
			// A second proxy around the bean: a hold that belongs to no thread could not
			// be entered by the inner one.
			return invocation.proceed();
		}
		LockedMethod locked = this.methods.find(method,
				(target != null) ? ClassUtils.getUserClass(target) : method.getDeclaringClass());
		if (locked == null) {
			// Never without the lock, where somebody thought that there was one.
			throw new IllegalStateException("There is no @DistributedLock on " + method);
		}
		return invoke(locked, Weaving.isOn() ? ProxiedCalls.mark(invocation, locked.method()) : invocation);
	}

	/**
	 * Runs a method of a woven class, which may have no lock after all.
	 * @param invocation the call
	 * @return what the method returns
	 * @throws Throwable what it throws
	 */
	@Nullable Object invokeWoven(MethodInvocation invocation) throws Throwable {
		// The very method that runs, also where a subclass overrides it and calls it.
		Method method = invocation.getMethod();
		LockedMethod locked = this.methods.find(method, method.getDeclaringClass());
		if (locked == null || ProxiedCalls.arrives(invocation.getThis(), locked.method())) {
			return invocation.proceed();
		}
		return invoke(locked, invocation);
	}

	private @Nullable Object invoke(LockedMethod locked, MethodInvocation invocation) throws Throwable {
		List<Wanted> wanted = locked.wanted(invocation.getArguments());
		if (wanted.isEmpty()) {
			return invocation.proceed();
		}
		Holding holding;
		try {
			holding = this.taker.take(wanted, locked.returns());
		}
		catch (LockNotAcquiredException ex) {
			if (ex.reason() != Reason.BUSY) {
				throw ex;
			}
			return Wanted.definition(wanted, ex.key()).whenBusy().answer(invocation, ex);
		}
		holding.keep(this.keeper);
		locked.fillIn(invocation.getArguments(), holding.handle());
		return locked.returns().proceed(invocation, holding);
	}

	LockedMethods methods() {
		return this.methods;
	}

	@Override
	public void close() {
		DistributedLockAspect.forget(this);
	}

}
