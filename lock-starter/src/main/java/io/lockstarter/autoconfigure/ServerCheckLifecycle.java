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
import io.lockstarter.redis.check.PortReport;
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

	static final Duration PATIENCE = Duration.ofSeconds(3);

	/** For a server that answers, or one whose port cannot be checked. */
	private static final Duration PATIENCE_IF_ANSWERING = Duration.ofSeconds(20);

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
		long start = System.nanoTime();
		try {
			return isThere(findings, PATIENCE) ? findings.get() : late(findings, start);
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
	 * Decides what to do after the first wait. The client may wait for a minute if
	 * nothing answers, or if only one side uses TLS. A server that answers gets more
	 * time, since a starting application may be slow itself. So does a server whose port
	 * cannot be checked, for example behind Sentinel. The port check itself takes long if
	 * the host name is resolved slowly, or in an application that is busy with its start.
	 */
	private List<Finding> late(CompletableFuture<List<Finding>> findings, long start)
			throws ExecutionException, InterruptedException {
		CompletableFuture<PortReport> report = lookAtPort();
		isThere(CompletableFuture.anyOf(findings, report), left(start));
		PortReport port = report.getNow(PortReport.UNKNOWN);
		if (!port.findings().isEmpty()) {
			findings.complete(port.findings());
			return findings.get();
		}
		boolean silent = port.answer() == PortReport.Answer.NO;
		if (!silent && isThere(findings, left(start))) {
			return findings.get();
		}
		if (!findings.cancel(false)) {
			return findings.get();
		}
		if (isRunning()) {
			logger
				.warn("The Redis server was not checked {}. Check its address, the firewalls on the way, and its load. "
						+ "The application starts without the check", reason(port.answer()));
		}
		return List.of();
	}

	private static Duration left(long start) {
		return PATIENCE_IF_ANSWERING.minusNanos(System.nanoTime() - start);
	}

	private String reason(PortReport.Answer answer) {
		return switch (answer) {
			case YES ->
				"within " + Durations.text(PATIENCE_IF_ANSWERING) + ": " + this.checks.server() + " answers too slowly";
			case NO -> "within " + Durations.text(PATIENCE) + ": " + this.checks.server() + " does not answer";
			case UNKNOWN -> "in time (" + Durations.text(PATIENCE_IF_ANSWERING) + ")";
		};
	}

	/**
	 * Checks the port on another thread, since no time-out limits the lookup of a host.
	 */
	private CompletableFuture<PortReport> lookAtPort() {
		CompletableFuture<PortReport> report = new CompletableFuture<>();
		daemon("distributed-lock-port-check", () -> {
			try {
				report.complete(this.checks.lookAtPort());
			}
			catch (Throwable ex) {
				logger.debug("The port of the Redis server was not checked", ex);
				report.complete(PortReport.UNKNOWN);
			}
		});
		return report;
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
