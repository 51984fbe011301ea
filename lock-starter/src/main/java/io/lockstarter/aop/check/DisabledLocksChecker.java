package io.lockstarter.aop.check;

import java.util.Arrays;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.aop.call.LockProxies;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockedTypes;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problems;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ClassUtils;

/**
 * Refuses annotated methods with a {@link LockHandle} parameter if locks are disabled. No
 * code would set the parameter, so the method would run with {@code null}. One report
 * lists all such methods, before the application has started.
 */
public final class DisabledLocksChecker implements BeanPostProcessor, SmartInitializingSingleton {

	private final LockedTypes locked = new LockedTypes();

	private final Problems problems = new Problems();

	private volatile boolean started;

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = LockProxies.targetClass(bean);
		if (this.locked.isLocked(type)) {
			check(ClassUtils.getUserClass(type));
			if (this.started) {
				this.problems.throwIfAny();
			}
		}
		return bean;
	}

	/**
	 * Reports all errors that were found.
	 * @throws InvalidLockDefinitionException if there are errors
	 */
	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
		this.problems.throwIfAny();
	}

	private void check(Class<?> type) {
		for (LockAnnotations annotated : LockedTypes.annotated(type)) {
			if (Arrays.asList(annotated.method().getParameterTypes()).contains(LockHandle.class)) {
				new MethodProblems(annotated, this.problems).method("parameter of type LockHandle",
						"distributed-lock.enabled=false switches the locks off, so there is no handle to pass",
						"set distributed-lock.store=memory in place of distributed-lock.enabled=false");
			}
		}
	}

}
