package io.lockstarter.aop.definition;

import java.util.EnumSet;
import java.util.Set;

import io.lockstarter.LockType;

/**
 * Holds the types of locks that the lock server offers.
 *
 * @param types the types
 * @param problem says why the other types are not available
 * @param fix the action that makes them available
 */
public record SupportedTypes(Set<LockType> types, String problem, String fix) {

	/** All types. */
	public static final SupportedTypes ALL = new SupportedTypes(EnumSet.allOf(LockType.class), "", "");

	public SupportedTypes {
		types = Set.copyOf(types);
	}

}
