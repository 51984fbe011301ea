package io.lockstarter.annotation;

import java.util.Arrays;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ClassUtils;

/**
 * Refuses annotated methods with a {@link LockHandle} parameter where locks are switched
 * off: nothing fills it in, so the method would run with {@code null}. Reports all of
 * them at once, before the application has started.
 */
public final class DisabledLocksChecker implements BeanPostProcessor, SmartInitializingSingleton {

	private final LockedTypes locked = new LockedTypes(new LockMentions());

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
	 * Ends the collection.
	 * @throws InvalidLockDefinitionException with all that was found
	 */
	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
		this.problems.throwIfAny();
	}

	private void check(Class<?> type) {
		for (LockAnnotations annotated : LockedTypes.annotated(type)) {
			if (Arrays.asList(annotated.method().getParameterTypes()).contains(LockHandle.class)) {
				new Report(annotated, this.problems).method("parameter of type LockHandle",
						"distributed-lock.enabled=false switches the locks off, so that there is no handle to pass",
						"set distributed-lock.store=memory in place of distributed-lock.enabled=false");
			}
		}
	}

}
