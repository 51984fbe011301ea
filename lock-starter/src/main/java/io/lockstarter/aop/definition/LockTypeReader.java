package io.lockstarter.aop.definition;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockType;
import io.lockstarter.aop.key.KeyTemplate;
import io.lockstarter.internal.Limits;

import org.springframework.core.annotation.MergedAnnotation;

/** Reads the type and the permits of an annotation. */
final class LockTypeReader {

	private final UnaryOperator<String> environment;

	private final SupportedTypes supported;

	private final MethodProblems report;

	LockTypeReader(UnaryOperator<String> environment, SupportedTypes supported, MethodProblems report) {
		this.environment = environment;
		this.supported = supported;
		this.report = report;
	}

	LockType type(MergedAnnotation<DistributedLock> annotation) {
		LockType type = annotation.getEnum("type", LockType.class);
		if (!this.supported.types().contains(type)) {
			this.report.attribute("type", type, this.supported.problem(), this.supported.fix());
		}
		if (annotation.getBoolean("fencing") && !type.hasFencing()) {
			this.report.attribute("fencing", true,
					"a lock of type " + type + " has several holders at a time, so no number can order them",
					"use the type EXCLUSIVE, FAIR or WRITE, or remove fencing");
		}
		return type;
	}

	Permits permits(MergedAnnotation<DistributedLock> annotation) {
		LockType type = annotation.getEnum("type", LockType.class);
		int number = annotation.getInt("permits");
		String text = annotation.getString("permitsString");
		if (type != LockType.SEMAPHORE) {
			refuseUnlessSemaphore(type, number, text);
			return Permits.NONE;
		}
		if (number != 0 && !text.isBlank()) {
			this.report.attribute("permitsString", text, "permits = " + number + " is also set", "remove one of them");
		}
		else if (!text.isBlank()) {
			return read(text);
		}
		else if (number == 0) {
			this.report.attribute("type", type, "the number of permits is missing",
					"set permits = 5, for example, or permitsString = \"${shop.permits}\"");
		}
		else if (number < 0 || number > Limits.MAX_PERMITS) {
			this.report.attribute("permits", number, "it is not " + Permits.LIMITS,
					"choose a number within these limits");
		}
		return Permits.of(number);
	}

	private void refuseUnlessSemaphore(LockType type, int number, String text) {
		String problem = "only a semaphore has permits, and the type is " + type;
		String fix = "set type = LockType.SEMAPHORE, or remove ";
		if (number != 0) {
			this.report.attribute("permits", number, problem, fix + "permits");
		}
		if (!text.isBlank()) {
			this.report.attribute("permitsString", text, problem, fix + "permitsString");
		}
	}

	private Permits read(String text) {
		try {
			return Permits.of(text, this.environment);
		}
		catch (IllegalArgumentException ex) {
			this.report.attribute("permitsString", text, String.valueOf(ex.getMessage()), "set it to a whole number "
					+ Permits.LIMITS + ", or to a property with such a value: ${shop.permits:5}");
			return Permits.NONE;
		}
	}

	/** Refuses definitions of one key with types that cannot meet on a key. */
	void refuseMixed(List<LockDefinition> definitions) {
		Map<String, LockType> types = new HashMap<>();
		for (LockDefinition definition : definitions) {
			for (KeyTemplate key : definition.keys()) {
				LockType other = types.putIfAbsent(key.template(), definition.type());
				if (other != null && !definition.mayShareKeyWith(other)) {
					this.report.attribute("key", key.template(),
							"it has the types " + other + " and " + definition.type() + ", which cannot share a key",
							"use one type, or two different keys");
				}
			}
		}
	}

}
