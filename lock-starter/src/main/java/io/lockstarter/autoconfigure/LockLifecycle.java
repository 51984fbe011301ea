package io.lockstarter.autoconfigure;

import io.lockstarter.core.LockEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the locks in order: no new ones, waiters are refused, holders are waited for, what
 * is left is released. Locks can be had as soon as the lock service has been made, before
 * {@link #start()}; after a stop, which a context that is paused or checkpointed goes
 * through as well, the start opens the service again under a new id (rule N).
 */
final class LockLifecycle implements SmartLifecycle, DisposableBean {

	/**
	 * Just above the connection factories, which have 0 and stop after us. All that takes
	 * locks stops before us: web servers are near the upper end, executors and schedulers
	 * in the middle.
	 */
	static final int PHASE = 1024;

	private static final Logger logger = LoggerFactory.getLogger(LockLifecycle.class);

	private final LockEngine engine;

	private final LockProperties properties;

	private final String store;

	private volatile boolean running;

	private volatile boolean closed;

	LockLifecycle(LockEngine engine, LockProperties properties, String store) {
		this.engine = engine;
		this.properties = properties;
		this.store = store;
	}

	@Override
	public void start() {
		if (this.closed) {
			this.engine.open();
			this.closed = false;
		}
		this.running = true;
		logger.info("Locks of instance {} are kept in {}, key prefix '{}', ttl {}", this.engine.instance(), this.store,
				this.properties.keyPrefix(), Durations.text(this.properties.ttl()));
	}

	@Override
	public void stop() {
		this.running = false;
		if (!this.closed) {
			this.closed = true;
			this.engine.close(this.properties.shutdownTimeout());
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	/**
	 * Where a context fails before it has started, its beans may hold locks all the same.
	 */
	@Override
	public void destroy() {
		stop();
	}

}
