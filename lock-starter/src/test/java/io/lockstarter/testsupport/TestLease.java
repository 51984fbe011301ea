package io.lockstarter.testsupport;

import io.lockstarter.store.Lease;
import io.lockstarter.store.Renewal;

/** A lease that consists of its key and token. */
public record TestLease(String key, String token) implements Lease {

	public static Renewal renewal(String key, String token, long ttlMillis) {
		return new Renewal(new TestLease(key, token), ttlMillis);
	}

}
