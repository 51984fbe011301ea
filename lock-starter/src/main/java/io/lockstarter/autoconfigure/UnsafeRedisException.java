package io.lockstarter.autoconfigure;

import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.LockException;
import io.lockstarter.redis.check.Finding;

/** The Redis server is dangerous for locks, and the application asked to fail then. */
public final class UnsafeRedisException extends LockException {

	private final List<Finding> findings;

	UnsafeRedisException(List<Finding> findings) {
		super(findings.stream().map(Finding::toString).collect(Collectors.joining("; ")), null);
		this.findings = List.copyOf(findings);
	}

	/**
	 * All that was found.
	 * @return at least one finding that is dangerous
	 */
	public List<Finding> findings() {
		return this.findings;
	}

}
