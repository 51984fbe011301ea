package io.lockstarter.aop.call;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionStage;

/** Creates stages that support only what {@link CompletionStage} requires. */
final class MinimalStage {

	private MinimalStage() {
	}

	/** Creates a stage whose {@code whenComplete} throws. */
	@SuppressWarnings("unchecked")
	static <T> CompletionStage<T> broken(CompletionStage<T> stage, Error failure) {
		return (CompletionStage<T>) Proxy.newProxyInstance(MinimalStage.class.getClassLoader(),
				new Class<?>[] { CompletionStage.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("whenComplete")) {
						throw failure;
					}
					return method.invoke(stage, arguments);
				});
	}

	/**
	 * Creates a stage that delegates everything, but refuses {@code toCompletableFuture}.
	 */
	@SuppressWarnings("unchecked")
	static <T> CompletionStage<T> of(CompletionStage<T> stage) {
		return (CompletionStage<T>) Proxy.newProxyInstance(MinimalStage.class.getClassLoader(),
				new Class<?>[] { CompletionStage.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("toCompletableFuture")) {
						throw new UnsupportedOperationException("this stage is not a future");
					}
					try {
						return method.invoke(stage, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

}
