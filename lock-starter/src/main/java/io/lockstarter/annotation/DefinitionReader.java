package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

import io.lockstarter.DistributedLock;
import io.lockstarter.IfBusy;
import io.lockstarter.LockRequest;
import io.lockstarter.OnLost;
import io.lockstarter.key.ConditionExpression;
import io.lockstarter.key.KeyTemplate;
import io.lockstarter.key.KeyTemplateException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * Reads one annotation on one method into a definition; what is wrong goes into a report.
 */
final class DefinitionReader {

	private final LockAnnotations annotated;

	private final UnaryOperator<String> environment;

	private final Report report;

	private final DurationText durations;

	DefinitionReader(LockAnnotations annotated, UnaryOperator<String> environment, Report report) {
		this.annotated = annotated;
		this.environment = environment;
		this.report = report;
		this.durations = new DurationText(environment, report);
	}

	LockDefinition read(MergedAnnotation<DistributedLock> annotation) {
		Method named = methodWithNames(annotation);
		Duration maxHold = this.durations.read("maxHold", annotation.getString("maxHold"), LockRequest::withMaxHold);
		Duration minHold = this.durations.read("minHold", annotation.getString("minHold"), LockRequest::withMinHold);
		this.durations.tries("minHold", annotation.getString("minHold"),
				(request) -> request.withMaxHold(maxHold).withMinHold(minHold));
		return new LockDefinition(keys(annotation, named),
				this.durations.read("ttl", annotation.getString("ttl"), LockRequest::withTtl),
				this.durations.read("waitTime", annotation.getString("waitTime"), LockRequest::withWaitTime),
				annotation.getBoolean("renew"), maxHold, minHold, fence(annotation), whenBusy(annotation),
				annotation.getEnum("onLost", OnLost.class), condition(annotation, named));
	}

	// The parameters have the names that they have where the annotation was written. For
	// the rest the method that runs is better, since its types are never less exact.
	private Method methodWithNames(MergedAnnotation<DistributedLock> annotation) {
		Method runs = this.annotated.method();
		if (annotation.getSource() instanceof Method written && !written.equals(runs)) {
			DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();
			@Nullable String @Nullable [] there = names.getParameterNames(written);
			if (there != null && !Arrays.equals(there, names.getParameterNames(runs))) {
				return written;
			}
		}
		return runs;
	}

	private List<KeyTemplate> keys(MergedAnnotation<DistributedLock> annotation, Method named) {
		String[] templates = annotation.getStringArray("key");
		if (templates.length == 0) {
			this.report.attribute("key", "", "there is no key", "name what is locked: key = \"order:#<id>\"");
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

	private boolean fence(MergedAnnotation<DistributedLock> annotation) {
		boolean fence = annotation.getBoolean("fence");
		if (fence && (this.annotated.annotations().size() > 1 || annotation.getStringArray("key").length > 1)) {
			this.report.attribute("fence", true, "several keys have a fencing number each, and a call has one handle",
					"take the lock whose number is wanted in a method of its own");
		}
		return fence;
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
		boolean skip = annotation.getEnum("ifBusy", IfBusy.class) == IfBusy.SKIP;
		String fallback = fallbackName(annotation.getString("fallbackMethod"));
		if (fallback.isEmpty()) {
			return skip ? skip() : WhenBusy.THROW;
		}
		if (skip) {
			this.report.attribute("fallbackMethod", fallback, "ifBusy = SKIP would never call it",
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
			return WhenBusy.skip(EmptyValue
				.of(ResolvableType.forMethodReturnType(this.annotated.method(), this.annotated.targetClass())));
		}
		catch (IllegalArgumentException ex) {
			this.report.attribute("ifBusy", IfBusy.SKIP, String.valueOf(ex.getMessage()),
					"return an Optional or an object, or name a fallbackMethod");
			return WhenBusy.THROW;
		}
	}

}
