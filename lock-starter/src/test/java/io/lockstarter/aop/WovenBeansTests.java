package io.lockstarter.aop;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class WovenBeansTests {

	private final WovenBeans beans = new WovenBeans();

	@Test
	void beanIsNotKeptInMemory() {
		WeakReference<Object> bean = new WeakReference<>(put());
		await().until(() -> {
			System.gc();
			return bean.get() == null;
		});
	}

	private Object put() {
		Object bean = new Object();
		this.beans.put(bean, (invocation) -> null);
		return bean;
	}

	@Test
	void beansOfAnInterceptorAreRemovedTogether() {
		MethodInterceptor closed = (invocation) -> "closed";
		MethodInterceptor running = (invocation) -> "running";
		List<String> first = new ArrayList<>();
		List<String> second = new ArrayList<>();
		this.beans.put(first, closed);
		this.beans.put(second, running);
		this.beans.removeAll(closed);
		assertThat(this.beans.get(first)).isNull();
		assertThat(this.beans.get(second)).isSameAs(running);
	}

}
