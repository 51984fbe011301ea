package io.lockstarter.annotation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletionStage;

/** Stages that allow what {@link CompletionStage} requires and nothing more. */
final class ClosedStage {

	private ClosedStage() {
	}

	/** A stage that passes all on, but refuses {@code toCompletableFuture}. */
	@SuppressWarnings("unchecked")
	static <T> CompletionStage<T> of(CompletionStage<T> stage) {
		return (CompletionStage<T>) Proxy.newProxyInstance(ClosedStage.class.getClassLoader(),
				new Class<?>[] { CompletionStage.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("toCompletableFuture")) {
						throw new UnsupportedOperationException("this stage is no future");
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
