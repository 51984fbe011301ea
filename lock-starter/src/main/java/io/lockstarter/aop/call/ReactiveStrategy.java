package io.lockstarter.aop.call;

import java.lang.reflect.Method;

import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Chooses the style of methods that return a reactive type: each type that Spring can
 * adapt. It does not load Reactor for other methods, and works without Reactor.
 */
final class ReactiveStrategy implements ReturnStyle.Strategy {

	private static final boolean REACTOR = ClassUtils.isPresent("reactor.core.publisher.Flux",
			ReactiveStrategy.class.getClassLoader());

	/** The fix for a type that Spring cannot adapt, or not without Reactor. */
	static final String FIX = "add io.projectreactor:reactor-core to the application; or " + ReturnStyles.FIX;

	private final LockCollaborators collaborators;

	ReactiveStrategy(LockCollaborators collaborators) {
		this.collaborators = collaborators;
	}

	@Override
	public @Nullable ReturnStyle choose(ResolvableType returned, Method method, MethodProblems report) {
		Class<?> type = returned.resolve(Object.class);
		if (!REACTOR || !ReturnStyles.isReactive(type)) {
			return null;
		}
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (adapter == null) {
			return null;
		}
		Class<?> created = adapter.getReactiveType();
		if (!type.isAssignableFrom(created)) {
			report.method("returns " + type.getSimpleName(),
					"the lock is acquired by each subscription, so the caller needs another publisher, and a "
							+ type.getSimpleName() + " cannot be created",
					"return " + created.getSimpleName());
		}
		return new ReactiveReturn(adapter, new UnfinishedWork(returned, method), this.collaborators);
	}

}
