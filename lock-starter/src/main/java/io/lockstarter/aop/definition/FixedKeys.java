package io.lockstarter.aop.definition;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.lockstarter.LockType;
import io.lockstarter.aop.key.KeyTemplate;

/**
 * Refuses locks of different methods that have the same fixed key, but cannot share it:
 * locks of different types, and semaphores with different numbers of permits. Keys with
 * placeholders are not compared, since their values may differ.
 */
public final class FixedKeys {

	private final ConcurrentMap<String, Use> uses = new ConcurrentHashMap<>();

	/**
	 * Compares the fixed keys of a method with those of all methods before it.
	 * @param annotated the method
	 * @param definitions its locks
	 * @param report receives the errors
	 */
	public void add(LockAnnotations annotated, List<LockDefinition> definitions, MethodProblems report) {
		String where = annotated.where();
		for (LockDefinition definition : definitions) {
			for (KeyTemplate template : definition.keys()) {
				String key = template.fixedKey();
				if (key != null) {
					Use other = this.uses.computeIfAbsent(key,
							(absent) -> new Use(definition.type(), definition.permits(), where));
					compare(template, definition, other, where, report);
				}
			}
		}
	}

	private static void compare(KeyTemplate template, LockDefinition definition, Use other, String where,
			MethodProblems report) {
		if (!definition.mayShareKeyWith(other.type)) {
			// The reader compares the types of one method, also of keys with
			// placeholders.
			if (!other.where.equals(where)) {
				report.attribute(
						"key", template.template(), "it has the type " + definition.type() + " here, and " + other.type
								+ " in " + other.where + ": these types cannot share a key",
						"use one type, or two different keys");
			}
		}
		else if (definition.type() == LockType.SEMAPHORE) {
			int permits = definition.permits().get();
			int others = other.permits.get();
			// A wrong number is 0, and was reported.
			if (permits != others && permits != 0 && others != 0) {
				report.attribute("key", template.template(),
						"its number of permits is " + permits + " here, and " + others + " in " + other.where
								+ ": each call would count the same holders against another limit",
						"use one number, or two different keys");
			}
		}
	}

	/** Describes the first lock with a key. */
	private record Use(LockType type, Permits permits, String where) {

	}

}
