package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

import io.lockstarter.LockHandle;
import io.lockstarter.key.KeyTemplate;
import org.jspecify.annotations.Nullable;

/**
 * An annotated method, with all that a call needs to know.
 *
 * @param method the method that runs
 * @param definitions its locks; at least one
 * @param returns how long a call lasts
 * @param handleParameters the positions of the parameters that get the handle
 */
record LockedMethod(Method method, List<LockDefinition> definitions, ReturnStyle returns,
		List<Integer> handleParameters) {

	/**
	 * The keys of a call, each once, in the order in which everybody takes them.
	 * @param arguments the arguments of the call
	 * @return the keys; empty if it is not to be locked
	 */
	List<Wanted> wanted(@Nullable Object[] arguments) {
		if (this.definitions.size() == 1 && this.definitions.get(0).keys().size() == 1) {
			LockDefinition only = this.definitions.get(0);
			return only.applies(arguments) ? List.of(only.wanted(only.keys().get(0), arguments))
					: Collections.emptyList();
		}
		TreeMap<String, Wanted> sorted = new TreeMap<>();
		for (LockDefinition definition : this.definitions) {
			if (definition.applies(arguments)) {
				for (KeyTemplate template : definition.keys()) {
					Wanted wanted = definition.wanted(template, arguments);
					sorted.putIfAbsent(wanted.key(), wanted);
				}
			}
		}
		return List.copyOf(sorted.values());
	}

	void fillIn(@Nullable Object[] arguments, LockHandle handle) {
		for (int i = 0; i < this.handleParameters.size(); i++) {
			arguments[this.handleParameters.get(i)] = handle;
		}
	}

}
