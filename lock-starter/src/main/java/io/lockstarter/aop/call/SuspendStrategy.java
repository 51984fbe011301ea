package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * Chooses the style of Kotlin's suspend functions. Spring's proxies treat such a function
 * as a method that returns a publisher, if the libraries for that are present.
 */
final class SuspendStrategy implements ReturnStyle.Strategy {

	private static final String FLOW = "kotlinx.coroutines.flow.Flow";

	private final LockCollaborators collaborators;

	SuspendStrategy(LockCollaborators collaborators) {
		this.collaborators = collaborators;
	}

	@Override
	public @Nullable ReturnStyle choose(ResolvableType returned, Method method, MethodProblems report) {
		if (!KotlinDetector.isSuspendingFunction(method)) {
			return null;
		}
		List<String> missing = missingLibraries();
		if (!missing.isEmpty()) {
			report.method("is a suspend function", "Spring cannot call it without " + String.join(" and ", missing),
					"add " + String.join(" and ", missing) + " to the application");
			return LockedCall::run;
		}
		if (!KotlinDetector.isKotlinType(method.getDeclaringClass())) {
			report.method("has a Continuation as its last parameter",
					"Spring calls it as a suspend function, but it is not compiled by Kotlin",
					"write it in Kotlin, or return CompletableFuture");
			return LockedCall::run;
		}
		Class<?> type = returned.resolve(Object.class);
		boolean flow = type.getName().equals(FLOW);
		if (!flow && (ReturnStyles.continuesAfterReturn(type) || Future.class.isAssignableFrom(type)
				|| CompletionStage.class.isAssignableFrom(type))) {
			report.method("is a suspend function that returns " + type.getSimpleName(),
					ReturnStyles.CONTINUES_AFTER_RETURN, "return the value itself, or remove suspend");
		}
		return ReactiveReturn.ofSuspending(
				ClassUtils.resolveClassName(flow ? "reactor.core.publisher.Flux" : "reactor.core.publisher.Mono",
						getClass().getClassLoader()),
				new UnfinishedWork(returned, method), this.collaborators);
	}

	private static List<String> missingLibraries() {
		List<String> missing = new ArrayList<>();
		if (!isPresent("reactor.core.publisher.Mono")) {
			missing.add("io.projectreactor:reactor-core");
		}
		if (!isPresent("kotlinx.coroutines.reactor.MonoKt")) {
			missing.add("org.jetbrains.kotlinx:kotlinx-coroutines-reactor");
		}
		if (!KotlinDetector.isKotlinReflectPresent()) {
			missing.add("org.jetbrains.kotlin:kotlin-reflect");
		}
		return missing;
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, SuspendStrategy.class.getClassLoader());
	}

}
