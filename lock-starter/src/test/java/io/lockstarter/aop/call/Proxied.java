package io.lockstarter.aop.call;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

import io.lockstarter.LockService;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.aop.definition.SupportedTypes;
import io.lockstarter.reactive.SubscriptionKeeper;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Creates proxies with their own interceptor, on the lock service of a context. */
final class Proxied {

	private Proxied() {
	}

	/** Creates a proxy with additional return types. */
	static <T> T of(T target, ConfigurableApplicationContext context, ReturnStyle.Strategy... strategies) {
		return of(target, context, Runnable::run, strategies);
	}

	/** Creates a proxy that completes stages with an executor. */
	static <T> T of(T target, ConfigurableApplicationContext context, Executor results,
			ReturnStyle.Strategy... strategies) {
		return of(target, context, context.getBean(LockService.class), results, strategies);
	}

	/** Creates a proxy that uses another lock service. */
	@SuppressWarnings("unchecked")
	static <T> T of(T target, ConfigurableApplicationContext context, LockService service, Executor results,
			ReturnStyle.Strategy... strategies) {
		LockInterceptor interceptor = new LockInterceptor(UnaryOperator.identity(), SupportedTypes.ALL,
				collaborators(service, results), List.of(strategies));
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(new DistributedLockAdvisor(interceptor, context.getBeanFactory()));
		return (T) factory.getProxy(target.getClass().getClassLoader());
	}

	static LockCollaborators collaborators(LockService service, Executor results) {
		return new LockCollaborators(() -> service, () -> HoldKeeper.NONE, () -> SubscriptionKeeper.NONE,
				() -> (method, arguments, refusal) -> {
					throw refusal;
				}, results);
	}

}
