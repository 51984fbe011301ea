package io.lockstarter.aop.check;

import io.lockstarter.aop.call.DistributedLockAdvisor;
import io.lockstarter.aop.definition.Problem;
import org.aopalliance.aop.Advice;

import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AbstractAutoProxyCreator;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Explains why a bean has no proxy. */
final class MissingProxy {

	private static final String UNLOCKED = ", so its methods would run without their locks";

	// By its name, since AspectJ may be absent.
	private static final String ASPECT = "org.aspectj.lang.annotation.Aspect";

	private MissingProxy() {
	}

	static Problem of(Class<?> type, String beanName, ConfigurableListableBeanFactory beans) {
		String bean = "bean '" + beanName + "' ";
		if (isInfrastructure(type)) {
			return new Problem(bean + "is an aspect or a part of Spring AOP",
					"Spring creates no proxies for these" + UNLOCKED, "move the method to a bean of its own");
		}
		if (BeanPostProcessor.class.isAssignableFrom(type) || BeanFactoryPostProcessor.class.isAssignableFrom(type)) {
			return new Problem(bean + "is a post-processor",
					"post-processors are created before proxies are possible" + UNLOCKED,
					"move the method to a bean of its own, and let the post-processor get that by ObjectProvider");
		}
		if (!beans.containsBeanDefinition(beanName)) {
			return new Problem(bean + "was registered as a finished object",
					"Spring creates no proxies for such objects" + UNLOCKED, "let Spring create it: registerBean("
							+ type.getSimpleName() + ".class, () -> …), or a @Bean method");
		}
		if (beanName.endsWith(AutowireCapableBeanFactory.ORIGINAL_INSTANCE_SUFFIX)) {
			return new Problem(bean + "has a name that requests the original object",
					"Spring creates no proxy for it" + UNLOCKED, "choose another name");
		}
		return takesLocks(beans) ? early(bean, beans.getDependentBeans(beanName)) : inOtherContext(beanName);
	}

	/**
	 * Returns whether beans of a context get proxies that acquire locks. A context sees
	 * the advisors of its parents, but not the advisors of its children.
	 */
	static boolean takesLocks(ConfigurableListableBeanFactory beans) {
		return beans.getBeanNamesForType(AbstractAutoProxyCreator.class, true, false).length > 0 && BeanFactoryUtils
			.beanNamesForTypeIncludingAncestors(beans, DistributedLockAdvisor.class, true, false).length > 0;
	}

	static Problem inOtherContext(String beanName) {
		return new Problem(
				"bean '" + beanName + "' is in an application context without the auto-configuration of the locks",
				"nothing in that context creates proxies that acquire locks" + UNLOCKED,
				"put @EnableAutoConfiguration on that context too, or move the bean to the one that has it");
	}

	static Problem withoutLocks(String beanName) {
		Problem problem = inOtherContext(beanName);
		return new Problem(problem.what(), problem.problem(),
				"in a test with a slice, such as @DataJpaTest, add the module lock-starter-test; in an application, "
						+ "use @EnableAutoConfiguration and do not exclude the locks");
	}

	private static Problem early(String bean, String[] dependents) {
		String dependent = (dependents.length > 0) ? " (it is needed by " + String.join(", ", dependents) + ")" : "";
		return new Problem(bean + "has no proxy that acquires its locks",
				"either it was created too early, for a BeanPostProcessor, before proxies are possible" + dependent
						+ ", or a post-processor of the application has replaced it" + UNLOCKED,
				"inject it by ObjectProvider or with @Lazy where it is needed early, and make @Bean methods of "
						+ "post-processors static");
	}

	private static boolean isInfrastructure(Class<?> type) {
		return Advice.class.isAssignableFrom(type) || Pointcut.class.isAssignableFrom(type)
				|| Advisor.class.isAssignableFrom(type) || AopInfrastructureBean.class.isAssignableFrom(type)
				|| MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).isPresent(ASPECT);
	}

}
