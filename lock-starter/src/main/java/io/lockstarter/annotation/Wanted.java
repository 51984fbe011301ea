package io.lockstarter.annotation;

import java.util.List;

import io.lockstarter.LockRequest;

/**
 * One key that a call wants.
 *
 * @param definition where it comes from
 * @param request what is asked of the lock service
 */
record Wanted(LockDefinition definition, LockRequest request) {

	String key() {
		return this.request.key();
	}

	/** The definition of the key that was busy. */
	static LockDefinition definition(List<Wanted> all, String key) {
		for (Wanted wanted : all) {
			if (wanted.key().equals(key)) {
				return wanted.definition;
			}
		}
		return all.get(0).definition;
	}

}
