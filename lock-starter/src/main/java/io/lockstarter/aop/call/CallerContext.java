package io.lockstarter.aop.call;

import java.util.function.UnaryOperator;

import io.lockstarter.internal.ThreadScope;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Carries the context of a caller to other threads: the scopes of its locks and, with the
 * context-propagation library, the thread-local values that are registered there.
 */
final class CallerContext {

	private static final boolean PROPAGATION = ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory",
			CallerContext.class.getClassLoader());

	private final @Nullable ThreadScope scope;

	private final UnaryOperator<Runnable> snapshot;

	private CallerContext(@Nullable ThreadScope scope, UnaryOperator<Runnable> snapshot) {
		this.scope = scope;
		this.snapshot = snapshot;
	}

	/** Captures the context of the current thread. */
	static CallerContext capture() {
		return new CallerContext(ThreadScope.current(), PROPAGATION ? Propagation.capture() : UnaryOperator.identity());
	}

	/** Runs a task on the current thread, in this context. */
	void run(Runnable task) {
		this.snapshot.apply(() -> inScope(task)).run();
	}

	private void inScope(Runnable task) {
		ThreadScope before = ThreadScope.current();
		ThreadScope.use(this.scope);
		try {
			task.run();
		}
		finally {
			ThreadScope.use(before);
		}
	}

	/** Uses the library, which is optional. */
	private static final class Propagation {

		private static final ContextSnapshotFactory FACTORY = ContextSnapshotFactory.builder().build();

		static UnaryOperator<Runnable> capture() {
			ContextSnapshot captured = FACTORY.captureAll();
			return captured::wrap;
		}

	}

}
