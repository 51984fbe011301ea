package io.lockstarter.aop.definition;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.OnBusy;
import io.lockstarter.OnLost;
import io.lockstarter.aop.key.ConditionExpression;
import io.lockstarter.aop.key.KeyTemplate;
import io.lockstarter.aop.key.KeyTemplateException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * Reads the annotations of one method into definitions, and reports errors.
 */
public final class DefinitionReader {

	private final LockAnnotations annotated;

	private final UnaryOperator<String> environment;

	private final MethodProblems report;

	private final DurationText durations;

	private final LockTypeReader types;

	/**
	 * Creates a reader.
	 * @param annotated the method and its annotations
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @param supported the types of locks that are available
	 * @param report receives all errors
	 */
	public DefinitionReader(LockAnnotations annotated, UnaryOperator<String> environment, SupportedTypes supported,
			MethodProblems report) {
		this.annotated = annotated;
		this.environment = environment;
		this.report = report;
		this.durations = new DurationText(environment, report);
		this.types = new LockTypeReader(environment, supported, report);
	}

	/**
	 * Reads all locks of the method.
	 * @return the definitions; usable only if no error was reported
	 */
	public List<LockDefinition> definitions() {
		List<LockDefinition> definitions = this.annotated.annotations().stream().map(this::read).toList();
		refuseRepeated(definitions);
		this.types.refuseMixed(definitions);
		return definitions;
	}

	/**
	 * Finds the parameters that receive the handle.
	 * @return their positions
	 */
	public List<Integer> handleParameters() {
		Class<?>[] parameters = this.annotated.method().getParameterTypes();
		List<Integer> handles = IntStream.range(0, parameters.length)
			.filter((index) -> parameters[index] == LockHandle.class)
			.boxed()
			.toList();
		new HandleParameterCheck(this.annotated, this.report).check(handles);
		return handles;
	}

	// A repeated key is acquired once, so one of the two annotations would have no
	// effect. With conditions, both may be useful.
	private void refuseRepeated(List<LockDefinition> definitions) {
		Set<String> templates = new HashSet<>();
		definitions.stream()
			.filter((definition) -> definition.condition() == null)
			.flatMap((definition) -> definition.keys().stream())
			.map(KeyTemplate::template)
			.filter((template) -> !templates.add(template))
			.forEach((template) -> this.report.attribute("key", template, "it occurs twice, but is acquired only once",
					"remove one of them"));
	}

	private LockDefinition read(MergedAnnotation<DistributedLock> annotation) {
		Method named = methodWithNames(annotation);
		Duration maxHold = this.durations.read("maxHold", annotation.getString("maxHold"), LockRequest::withMaxHold);
		Duration minHold = this.durations.read("minHold", annotation.getString("minHold"), LockRequest::withMinHold);
		this.durations.tries("minHold", annotation.getString("minHold"),
				(request) -> request.withMaxHold(maxHold).withMinHold(minHold));
		return new LockDefinition(keys(annotation, named),
				this.durations.read("ttl", annotation.getString("ttl"), LockRequest::withTtl), waitTime(annotation),
				annotation.getBoolean("renew"), maxHold, minHold, fencing(annotation), this.types.type(annotation),
				this.types.permits(annotation), whenBusy(annotation), annotation.getEnum("onLost", OnLost.class),
				condition(annotation, named));
	}

	// A call that is skipped if its lock is busy does not use the wait time of all locks.
	// Otherwise each instance would run a scheduled job, one after the other.
	private @Nullable Duration waitTime(MergedAnnotation<DistributedLock> annotation) {
		Duration waitTime = this.durations.read("waitTime", annotation.getString("waitTime"),
				LockRequest::withWaitTime);
		return (waitTime == null && skips(annotation)) ? Duration.ZERO : waitTime;
	}

	private static boolean skips(MergedAnnotation<DistributedLock> annotation) {
		return annotation.getEnum("onBusy", OnBusy.class) == OnBusy.SKIP;
	}

	// The annotation uses the parameter names of the method on which it is written. If
	// the names are equal, the method that runs is better, since its types are more
	// exact.
	private Method methodWithNames(MergedAnnotation<DistributedLock> annotation) {
		Method invoked = this.annotated.method();
		if (annotation.getSource() instanceof Method written && !written.equals(invoked)) {
			DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();
			@Nullable String @Nullable [] writtenNames = names.getParameterNames(written);
			if (writtenNames != null && !Arrays.equals(writtenNames, names.getParameterNames(invoked))) {
				return written;
			}
		}
		return invoked;
	}

	private List<KeyTemplate> keys(MergedAnnotation<DistributedLock> annotation, Method named) {
		String[] templates = annotation.getStringArray("key");
		if (templates.length == 0) {
			this.report.attribute("key", "", "there is no key", "name the resource to lock: key = \"order:#<id>\"");
		}
		List<KeyTemplate> keys = new ArrayList<>(templates.length);
		for (String template : templates) {
			try {
				keys.add(KeyTemplate.parse(template, named, this.environment));
			}
			catch (KeyTemplateException ex) {
				this.report.attribute("key", ex);
			}
		}
		return List.copyOf(keys);
	}

	private boolean fencing(MergedAnnotation<DistributedLock> annotation) {
		boolean fencing = annotation.getBoolean("fencing");
		String[] keys = annotation.getStringArray("key");
		boolean several = keys.length > 1
				|| Arrays.stream(keys).anyMatch((key) -> key.contains("#<each ") || key.contains("#{each "));
		if (fencing && (several || this.annotated.annotations().size() > 1)) {
			this.report.attribute("fencing", true,
					"each key has its own fencing number, but a call has only one handle",
					"acquire the lock that needs the number in a method of its own");
		}
		return fencing;
	}

	private @Nullable ConditionExpression condition(MergedAnnotation<DistributedLock> annotation, Method named) {
		String condition = annotation.getString("condition");
		if (condition.isBlank()) {
			return null;
		}
		try {
			return ConditionExpression.parse(condition, named, this.environment);
		}
		catch (KeyTemplateException ex) {
			this.report.attribute("condition", ex);
			return null;
		}
	}

	private WhenBusy whenBusy(MergedAnnotation<DistributedLock> annotation) {
		boolean skip = skips(annotation);
		String fallback = fallbackName(annotation.getString("fallbackMethod"));
		if (fallback.isEmpty()) {
			return skip ? skip() : WhenBusy.THROW;
		}
		if (skip) {
			this.report.attribute("fallbackMethod", fallback, "onBusy = SKIP would never call it",
					"remove one of them");
		}
		return new FallbackFinder(this.annotated, this.report).find(fallback);
	}

	private String fallbackName(String text) {
		try {
			return this.environment.apply(text).trim();
		}
		catch (IllegalArgumentException ex) {
			this.report.attribute("fallbackMethod", text, String.valueOf(ex.getMessage()),
					"set the property, or give a default: ${name:default}");
			return "";
		}
	}

	private WhenBusy skip() {
		try {
			EmptyValue value = EmptyValue
				.of(ResolvableType.forMethodReturnType(this.annotated.method(), this.annotated.targetClass()));
			return (invocation, refusal) -> value.get();
		}
		catch (IllegalArgumentException ex) {
			this.report.attribute("onBusy", OnBusy.SKIP, String.valueOf(ex.getMessage()),
					"return an Optional or an object, or name a fallbackMethod");
			return WhenBusy.THROW;
		}
	}

}
