package io.lockstarter.aop.call;

import org.aopalliance.aop.Advice;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;

/**
 * Adds the locks to annotated methods of beans. The lock is outside of advisors with the
 * default order, such as {@code @Transactional}: the transaction ends before its lock is
 * released. The lock is inside of advisors that Spring adds to an existing proxy, such as
 * {@code @Async} and {@code @Retryable}.
 */
public final class DistributedLockAdvisor extends AbstractPointcutAdvisor {

	/**
	 * The order among the advisors of one proxy.
	 */
	public static final int ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

	/** Matches the annotated methods. */
	private final Pointcut pointcut;

	/** Acquires the locks. */
	private final LockInterceptor interceptor;

	/**
	 * Creates an advisor.
	 * @param interceptor acquires the locks
	 * @param beans the factory of the beans that get proxies
	 */
	public DistributedLockAdvisor(LockInterceptor interceptor, ConfigurableListableBeanFactory beans) {
		this.interceptor = interceptor;
		this.pointcut = new DistributedLockPointcut(interceptor.lockedTypes(), new ProxyKind(beans));
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
