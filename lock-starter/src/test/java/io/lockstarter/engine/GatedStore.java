package io.lockstarter.engine;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.LockStore;

/**
 * Passes commands on, but withholds the replies to one kind of command until a number of
 * them was sent. A caller that waits for the first reply before it sends the second
 * command never receives one.
 */
final class GatedStore {

	private final String command;

	private final CountDownLatch sent;

	private final CompletableFuture<Void> open = new CompletableFuture<>();

	private GatedStore(String command, int count) {
		this.command = command;
		this.sent = new CountDownLatch(count);
	}

	static LockStore of(LockStore store, String command, int count) {
		GatedStore gate = new GatedStore(command, count);
		return proxy(LockStore.class, (proxy, method, args) -> {
			if (method.getName().equals("async")) {
				AsyncLockStore async = store.async((Executor) args[0]);
				return gate.async(async);
			}
			Object reply = call(store, method, args);
			if (method.getName().equals(command)) {
				gate.passed();
				if (!gate.sent.await(60, TimeUnit.SECONDS)) {
					throw new IllegalStateException("The commands were not sent together");
				}
			}
			return reply;
		});
	}

	private AsyncLockStore async(AsyncLockStore store) {
		return proxy(AsyncLockStore.class, (proxy, method, args) -> {
			Object reply = call(store, method, args);
			if (method.getName().equals("within")) {
				return async((AsyncLockStore) reply);
			}
			// If the blocking form is used underneath, it is not gated a second time.
			if (method.getName().equals(this.command)) {
				passed();
				return this.open.thenCompose((opened) -> (CompletionStage<?>) reply);
			}
			return reply;
		});
	}

	private void passed() {
		this.sent.countDown();
		if (this.sent.getCount() == 0) {
			this.open.complete(null);
		}
	}

	private static Object call(Object target, Method method, Object[] args) throws Throwable {
		try {
			return method.invoke(target, args);
		}
		catch (InvocationTargetException ex) {
			throw ex.getCause();
		}
	}

	private static <T> T proxy(Class<T> type, InvocationHandler handler) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

}
