package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.lockstarter.autoconfigure.failure.Durations;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.redis.check.Finding;
import io.lockstarter.redis.check.ServerChecks;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Checks the Redis server when the application starts, on a separate thread, and connects
 * the locks to it. The connections stay open, so that the first call need not wait for
 * them. A slow or stopped Redis neither stops nor delays the application. Only in mode
 * {@code fail} does the start wait for the result, for a limited time.
 */
final class ServerCheckLifecycle implements SmartLifecycle {

	/**
	 * In mode {@code fail}, the check comes after the connection factories, and before
	 * the locks.
	 */
	static final int PHASE = LockLifecycle.PHASE - 1;

	/**
	 * The client may wait for a minute if nothing answers, or if only one side uses TLS.
	 * An application that starts may be slow itself, so less would skip checks.
	 */
	static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final Duration GRACE = Duration.ofSeconds(1);

	private static final long POLL = TimeUnit.MILLISECONDS.toNanos(10);

	private static final Logger logger = LoggerFactory.getLogger(ServerCheckLifecycle.class);

	private final ServerChecks checks;

	private final LockProperties.StartupCheck mode;

	private final BooleanSupplier subscribe;

	private volatile @Nullable Thread checking;

	private volatile @Nullable Thread reporting;

	private volatile boolean stopped;

	/**
	 * Creates the check.
	 * @param checks the checks
	 * @param mode the reaction to a dangerous server
	 * @param subscribe opens the subscription of the locks in the background, and returns
	 * whether it is open
	 */
	ServerCheckLifecycle(ServerChecks checks, LockProperties.StartupCheck mode, BooleanSupplier subscribe) {
		this.checks = checks;
		this.mode = mode;
		this.subscribe = subscribe;
	}

	@Override
	public void start() {
		if (this.mode == LockProperties.StartupCheck.OFF) {
			return;
		}
		CompletableFuture<List<Finding>> findings = new CompletableFuture<>();
		this.stopped = false;
		this.checking = daemon("distributed-lock-startup-check", () -> check(findings));
		if (this.mode == LockProperties.StartupCheck.FAIL) {
			List<Finding> found = await(findings);
			if (found.stream().anyMatch(Finding::isDangerous)) {
				throw InvalidLockConfigurationException.ofServer(found);
			}
			warn(found);
		}
		else {
			this.reporting = daemon("distributed-lock-startup-report", () -> warn(await(findings)));
		}
	}

	private static Thread daemon(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/** Runs the checks. Logs their findings if the start no longer waits for them. */
	private void check(CompletableFuture<List<Finding>> awaited) {
		try {
			List<Finding> findings = this.checks.run();
			if (!awaited.complete(findings) && awaited.isCancelled()) {
				warn(findings);
			}
			if (findings.stream().noneMatch(Finding::isDangerous)) {
				connect();
			}
		}
		catch (Throwable ex) {
			// Also an error such as a missing class, which must not delay the start.
			if (!awaited.completeExceptionally(ex)) {
				logger.debug("The check of the Redis server failed", ex);
			}
		}
	}

	/** Subscribes, and then leaves another connection open for commands. */
	private void connect() {
		long end = System.nanoTime() + GRACE.toNanos();
		while (!this.stopped && !this.subscribe.getAsBoolean() && System.nanoTime() < end) {
			LockSupport.parkNanos(POLL);
		}
		if (!this.stopped) {
			this.checks.connect();
		}
	}

	private List<Finding> await(CompletableFuture<List<Finding>> findings) {
		try {
			return findings.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			if (!findings.cancel(false)) {
				return await(findings);
			}
			late();
		}
		catch (ExecutionException ex) {
			notKnown(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			findings.cancel(false);
		}
		return List.of();
	}

	private void late() {
		if (isRunning()) {
			logger
				.warn("The Redis server was not checked within {}: {} does not answer, or answers too slowly. Check its host "
						+ "and port, the firewalls on the way, and its load. {} The application starts without the check",
						Durations.text(PATIENCE), this.checks.server(), this.checks.tlsAdvice());
		}
	}

	private void notKnown(@Nullable Throwable failure) {
		if (failure instanceof StoreException ex) {
			if (isRunning()) {
				logger.warn("Could not check whether {} is safe for locks: {}", this.checks.server(), ex.reason());
			}
		}
		else {
			logger.warn("Could not check whether the Redis server is safe for locks", failure);
		}
	}

	private void warn(List<Finding> findings) {
		findings.forEach((finding) -> logger.warn("{} {}", finding.problem(), finding.fix()));
	}

	@Override
	public void stop() {
		this.stopped = true;
		Thread checks = this.checking;
		Thread report = this.reporting;
		this.checking = null;
		this.reporting = null;
		if (checks != null) {
			awaitEnd(checks);
		}
		if (report != null) {
			report.interrupt();
		}
	}

	/** Waits shortly, so that the check can release its trial lock. */
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
		return this.checking != null;
	}

	/**
	 * A check that can only warn comes last. Before, it would load the classes of the
	 * client while the application starts, and take a core from it.
	 */
	@Override
	public int getPhase() {
		return (this.mode == LockProperties.StartupCheck.FAIL) ? PHASE : Integer.MAX_VALUE;
	}

}
