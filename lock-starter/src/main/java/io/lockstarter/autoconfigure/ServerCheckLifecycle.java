package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
 * the application asked to fail does the start wait for the result, and not for long.
 */
final class ServerCheckLifecycle implements SmartLifecycle {

	/** After the connection factories, and before the locks. */
	static final int PHASE = LockLifecycle.PHASE - 1;

	static final Duration PATIENCE = Duration.ofSeconds(3);

	/** For a server that answers. */
	private static final Duration MORE_PATIENCE = Duration.ofSeconds(17);

	private static final Duration GRACE = Duration.ofSeconds(1);

	private static final Logger logger = LoggerFactory.getLogger(ServerCheckLifecycle.class);

	private final ServerChecks checks;

	private final LockProperties.StartupCheck mode;

	private volatile @Nullable Thread checking;

	private volatile @Nullable Thread reporting;

	ServerCheckLifecycle(ServerChecks checks, LockProperties.StartupCheck mode) {
		this.checks = checks;
		this.mode = mode;
	}

	@Override
	public void start() {
		if (this.mode == LockProperties.StartupCheck.OFF) {
			return;
		}
		CompletableFuture<List<Finding>> findings = new CompletableFuture<>();
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

	/** What is found after the wait for it has ended is logged from here. */
	private void check(CompletableFuture<List<Finding>> awaited) {
		try {
			List<Finding> findings = this.checks.run();
			if (!awaited.complete(findings) && awaited.isCancelled()) {
				warn(findings);
			}
		}
		catch (RuntimeException ex) {
			if (!awaited.completeExceptionally(ex)) {
				logger.debug("The check of the Redis server failed", ex);
			}
		}
	}

	private List<Finding> await(CompletableFuture<List<Finding>> findings) {
		try {
			return isThere(findings, PATIENCE) ? findings.get() : late(findings);
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

	/**
	 * The client may wait for a minute where nothing answers, or where only one side
	 * speaks TLS. A server that answers is given more time: at its start an application
	 * may be slow itself.
	 */
	private List<Finding> late(CompletableFuture<List<Finding>> findings)
			throws ExecutionException, InterruptedException {
		Optional<List<Finding>> port = this.checks.lookAtPort();
		boolean answers = port.isPresent() && port.get().isEmpty();
		if (answers && isThere(findings, MORE_PATIENCE)) {
			return findings.get();
		}
		if (port.isPresent() && !answers) {
			findings.complete(port.get());
			return findings.get();
		}
		if (!findings.cancel(false)) {
			return findings.get();
		}
		if (isRunning()) {
			logger.warn(
					"The Redis server was not checked within {}: {} {}. Look at its address, at firewalls between here "
							+ "and there, and at its load. The application starts without the check",
					Durations.text(answers ? PATIENCE.plus(MORE_PATIENCE) : PATIENCE), this.checks.server(),
					answers ? "answers too slowly" : "does not answer");
		}
		return List.of();
	}

	private static boolean isThere(CompletableFuture<?> findings, Duration patience)
			throws ExecutionException, InterruptedException {
		try {
			findings.get(patience.toNanos(), TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
	}

	private void notKnown(@Nullable Throwable failure) {
		if (failure instanceof StoreException ex) {
			if (isRunning()) {
				logger.warn("It is not known whether the Redis server is fit for locks ({}). {}", this.checks.server(),
						ex.getMessage());
			}
		}
		else {
			logger.warn("It is not known whether the Redis server is fit for locks", failure);
		}
	}

	private void warn(List<Finding> findings) {
		findings.forEach((finding) -> logger.warn("{} {}", finding.problem(), finding.fix()));
	}

	@Override
	public void stop() {
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
		return this.checking != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
