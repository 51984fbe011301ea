package io.lockstarter.aop.call;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.validation.beanvalidation.MethodValidationInterceptor;

/**
 * Moves the validation of arguments in front of the lock. So a call with invalid
 * arguments acquires no lock. For a null argument the caller then receives the violation
 * of the constraint, not the error of the key. Spring adds validation to an existing
 * proxy as the innermost advisor. Only proxies with a lock are changed.
 */
public final class ValidationFirst implements BeanPostProcessor {

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof Advised proxy && !proxy.isFrozen()) {
			Advisor[] advisors = proxy.getAdvisors();
			int lock = LockProxies.position(advisors);
			for (int i = lock + 1; lock >= 0 && i < advisors.length; i++) {
				if (advisors[i].getAdvice() instanceof MethodValidationInterceptor) {
					proxy.removeAdvisor(advisors[i]);
					proxy.addAdvisor(lock++, advisors[i]);
				}
			}
		}
		return bean;
	}

}
