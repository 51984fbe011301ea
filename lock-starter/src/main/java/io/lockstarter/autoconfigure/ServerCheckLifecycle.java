package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.lockstarter.redis.check.Finding;
import io.lockstarter.redis.check.ServerChecks;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Runs the checks of the server when the application starts, on a thread of its own: a
 * Redis that is slow or down neither stops the application nor holds it up. Only where
 * the application asked to fail is the result waited for, and not for long.
 */
final class ServerCheckLifecycle implements SmartLifecycle {

	/** After the connection factories, and before the locks. */
	static final int PHASE = LockLifecycle.PHASE - 1;

	static final Duration PATIENCE = Duration.ofSeconds(3);

	private static final Duration GRACE = Duration.ofSeconds(1);

	private static final Logger logger = LoggerFactory.getLogger(ServerCheckLifecycle.class);

	private final ServerChecks checks;

	private final LockProperties.StartupCheck mode;

	private volatile @Nullable Thread thread;

	ServerCheckLifecycle(ServerChecks checks, LockProperties.StartupCheck mode) {
		this.checks = checks;
		this.mode = mode;
	}

	@Override
	public void start() {
		if (this.mode == LockProperties.StartupCheck.OFF) {
			return;
		}
		CompletableFuture<List<Finding>> awaited = new CompletableFuture<>();
		boolean fail = this.mode == LockProperties.StartupCheck.FAIL;
		if (!fail) {
			awaited.cancel(false);
		}
		Thread checking = new Thread(() -> check(awaited), "distributed-lock-startup-check");
		checking.setDaemon(true);
		this.thread = checking;
		checking.start();
		if (fail) {
			failIfDangerous(awaited);
		}
	}

	/** Where nobody waits for the findings (any more), they are logged. */
	private void check(CompletableFuture<List<Finding>> awaited) {
		List<Finding> findings = run();
		if (!awaited.complete(findings)) {
			warn(findings);
		}
	}

	private List<Finding> run() {
		try {
			return this.checks.run();
		}
		catch (StoreException ex) {
			if (isRunning()) {
				logger.warn("It is not known whether the Redis server is fit for locks. {}", ex.getMessage());
			}
		}
		catch (RuntimeException ex) {
			logger.warn("It is not known whether the Redis server is fit for locks", ex);
		}
		return List.of();
	}

	private void failIfDangerous(CompletableFuture<List<Finding>> awaited) {
		try {
			List<Finding> found = awaited.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
			if (found.stream().anyMatch(Finding::isDangerous)) {
				throw InvalidLockConfigurationException.ofServer(found);
			}
			warn(found);
		}
		catch (TimeoutException ex) {
			awaited.cancel(false);
			logger.warn("The Redis server was not checked within {}; the application starts without",
					Durations.text(PATIENCE));
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void warn(List<Finding> findings) {
		findings.forEach((finding) -> logger.warn("{} {}", finding.problem(), finding.fix()));
	}

	@Override
	public void stop() {
		Thread checking = this.thread;
		this.thread = null;
		if (checking != null) {
			awaitEnd(checking);
		}
	}

	/** A moment is enough to take back a trial lock from a server that answers. */
	private static void awaitEnd(Thread checking) {
		try {
			checking.join(GRACE.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		checking.interrupt();
	}

	@Override
	public boolean isRunning() {
		return this.thread != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
