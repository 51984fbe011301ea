package io.lockstarter.annotation;

import org.aopalliance.aop.Advice;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;

/**
 * Puts the locks around annotated methods of beans. The lock is outside of what has the
 * default order, such as {@code @Transactional}: a transaction has ended before its lock
 * is released. It is inside of what Spring adds to a proxy that exists, such as
 * {@code @Async} and {@code @Retryable}.
 */
public final class DistributedLockAdvisor extends AbstractPointcutAdvisor {

	/**
	 * The order among the advisors of one proxy.
	 */
	public static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

	private final Pointcut pointcut;

	private final LockInterceptor interceptor;

	/**
	 * Makes one.
	 * @param interceptor takes the locks
	 * @param beans the beans that are to be proxied
	 */
	public DistributedLockAdvisor(LockInterceptor interceptor, ConfigurableListableBeanFactory beans) {
		this.interceptor = interceptor;
		this.pointcut = new DistributedLockPointcut(interceptor.methods().mentions(), new ProxyKind(beans));
		setOrder(ORDER);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.interceptor;
	}

}
