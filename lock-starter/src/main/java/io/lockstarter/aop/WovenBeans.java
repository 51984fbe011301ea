package io.lockstarter.aop;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;

/**
 * Maps woven beans to the interceptors of their contexts. Beans are compared by identity,
 * since their own {@code equals} and {@code hashCode} may be woven. They are held weakly,
 * since a context does not keep its prototypes.
 */
final class WovenBeans {

	private final ConcurrentMap<BeanReference, MethodInterceptor> interceptors = new ConcurrentHashMap<>();

	private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

	void put(Object bean, MethodInterceptor interceptor) {
		Reference<?> unused;
		while ((unused = this.collected.poll()) != null) {
			this.interceptors.remove(unused);
		}
		this.interceptors.put(new BeanReference(bean, this.collected), interceptor);
	}

	@Nullable MethodInterceptor get(Object bean) {
		return this.interceptors.get(new BeanReference(bean, null));
	}

	void removeAll(MethodInterceptor interceptor) {
		this.interceptors.values().removeIf((one) -> one == interceptor);
	}

	private static final class BeanReference extends WeakReference<Object> {

		private final int hash;

		BeanReference(Object bean, @Nullable ReferenceQueue<Object> collected) {
			super(bean, collected);
			this.hash = System.identityHashCode(bean);
		}

		@Override
		public boolean equals(@Nullable Object other) {
			Object bean = get();
			return this == other
					|| (bean != null && other instanceof BeanReference reference && reference.get() == bean);
		}

		@Override
		public int hashCode() {
			return this.hash;
		}

	}

}
