package io.lockstarter.aop.check;

import java.util.function.BooleanSupplier;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.WovenClasses;
import io.lockstarter.aop.call.LockProxies;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockedTypes;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problems;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Refuses annotated beans in a context without the auto-configuration of the locks, such
 * as the slice of a test. Their methods would run without their locks, and nothing would
 * show it.
 */
public final class UnlockedBeans implements BeanPostProcessor {

	/** The bean of the auto-configuration, which has checks of its own. */
	private static final String ADVISOR = "distributedLockAdvisor";

	private final LockedTypes locked = new LockedTypes();

	private final ConfigurableListableBeanFactory beans;

	private final BooleanSupplier enabled;

	/**
	 * Creates a check.
	 * @param beans the beans of the context
	 * @param enabled {@code false} if the application has switched the locks off
	 */
	public UnlockedBeans(ConfigurableListableBeanFactory beans, BooleanSupplier enabled) {
		this.beans = beans;
		this.enabled = enabled;
	}

	/**
	 * Checks a bean.
	 * @throws InvalidLockDefinitionException if its methods would run without their locks
	 */
	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!this.beans.containsBeanDefinition(ADVISOR)) {
			Class<?> type = LockProxies.targetClass(bean);
			if (this.locked.isLocked(type) && isUnlocked(bean, beanName, type)) {
				refuse(type, beanName);
			}
		}
		return bean;
	}

	private boolean isUnlocked(Object bean, String beanName, Class<?> type) {
		return this.enabled.getAsBoolean() && !LockProxies.isLocking(bean) && !WovenClasses.include(type)
				&& !MissingProxy.takesLocks(this.beans) && !TestDoubles.isTestDouble(bean, beanName, this.beans);
	}

	private static void refuse(Class<?> type, String beanName) {
		Problems problems = new Problems();
		for (LockAnnotations annotated : LockedTypes.annotated(type)) {
			PlacementCheck.without(MissingProxy.withoutLocks(beanName))
				.check(annotated, new MethodProblems(annotated, problems));
		}
		problems.throwIfAny();
	}

}
