package io.lockstarter.annotation;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.validation.beanvalidation.MethodValidationInterceptor;

/**
 * Puts the validation of arguments in front of the lock: a call that is refused for its
 * arguments takes no lock, and an argument that must not be null is refused for that, and
 * not for the key that cannot be made of it. Spring adds validation to a proxy that
 * exists, as the innermost; only proxies with a lock are changed.
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
