package io.lockstarter.aop.aot;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnBusy;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.key.ConditionExpression;
import io.lockstarter.aop.key.KeyTemplate;
import io.lockstarter.aop.key.KeyTemplateException;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Registers everything that the locks of a method use by reflection. This is the method
 * itself, also where it is declared, composed annotations, the properties that key and
 * condition read, the fallback, and the empty value of a skipped call. Only the declared
 * types of the arguments are known here, not their subclasses or the elements of
 * collections.
 */
final class LockedBeanHints {

	private final ReflectionHints hints;

	private final UnaryOperator<String> environment;

	LockedBeanHints(ReflectionHints hints, UnaryOperator<String> environment) {
		this.hints = hints;
		this.environment = environment;
	}

	void register(LockAnnotations annotated) {
		for (Class<?> type = annotated.targetClass(); type != null
				&& type != Object.class; type = type.getSuperclass()) {
			this.hints.registerType(type);
		}
		ClassUtils.getAllInterfacesForClassAsSet(annotated.targetClass()).forEach(this.hints::registerType);
		this.hints.registerMethod(annotated.method(), ExecutableMode.INVOKE);
		annotated.annotations().forEach((annotation) -> register(annotated, annotation));
	}

	private void register(LockAnnotations annotated, MergedAnnotation<DistributedLock> annotation) {
		annotation.getMetaTypes()
			.forEach((type) -> this.hints.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS));
		Method named = annotated.method();
		if (annotation.getSource() instanceof Method written) {
			this.hints.registerMethod(written, ExecutableMode.INVOKE);
			named = written;
		}
		for (Method method : new HashSet<>(List.of(annotated.method(), named))) {
			arguments(method, annotation);
		}
		fallback(annotated, annotation.getString("fallbackMethod"));
		if (annotation.getEnum("onBusy", OnBusy.class) == OnBusy.SKIP) {
			Class<?> returned = ResolvableType.forMethodReturnType(annotated.method(), annotated.targetClass())
				.resolve(Object.class);
			this.hints.registerType(returned, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
		}
	}

	private void arguments(Method method, MergedAnnotation<DistributedLock> annotation) {
		for (String key : annotation.getStringArray("key")) {
			read(() -> KeyTemplate.parse(key, method, this.environment).types());
		}
		String condition = annotation.getString("condition");
		if (!condition.isBlank()) {
			read(() -> ConditionExpression.parse(condition, method, this.environment).types());
		}
	}

	private void read(Supplier<Set<Class<?>>> parsed) {
		try {
			for (Class<?> type : parsed.get()) {
				this.hints.registerType(ClassUtils.resolvePrimitiveIfNecessary(type),
						MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.ACCESS_PUBLIC_FIELDS);
			}
		}
		catch (KeyTemplateException ex) {
			// Start-up reports the error. Or the names belong to the other method.
		}
	}

	private void fallback(LockAnnotations annotated, String name) {
		String resolved = this.environment.apply(name).trim();
		Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(annotated.targetClass()))
			.filter((method) -> method.getName().equals(resolved))
			.forEach((method) -> this.hints.registerMethod(method, ExecutableMode.INVOKE));
	}

}
