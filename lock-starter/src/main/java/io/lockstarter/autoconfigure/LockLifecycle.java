package io.lockstarter.autoconfigure;

import io.lockstarter.LockListener;
import io.lockstarter.autoconfigure.failure.Durations;
import io.lockstarter.engine.LockEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Stops the locks in this order: it accepts no new requests, refuses waiters, waits for
 * holders, and releases the remaining locks. Locks can be acquired as soon as the lock
 * service exists, before {@link #start()}. A paused or checkpointed context is stopped
 * too. A later start opens the service again under a new id: rule N (instance ids).
 */
final class LockLifecycle implements SmartLifecycle, DisposableBean {

	/**
	 * Just above the connection factories, which have phase 0 and stop later. Components
	 * that acquire locks have higher phases and stop earlier: web servers, executors,
	 * schedulers.
	 */
	static final int PHASE = 1024;

	private static final Logger logger = LoggerFactory.getLogger(LockLifecycle.class);

	private final LockEngine engine;

	private final LockProperties properties;

	private final String store;

	private final ObjectProvider<LockListener> listeners;

	private boolean listening;

	private volatile boolean running;

	private volatile boolean closed;

	LockLifecycle(LockEngine engine, LockProperties properties, String store, ObjectProvider<LockListener> listeners) {
		this.engine = engine;
		this.properties = properties;
		this.store = store;
		this.listeners = listeners;
	}

	@Override
	public void start() {
		listen();
		if (this.closed) {
			this.engine.open();
			this.closed = false;
		}
		this.running = true;
		logger.info("Instance {} keeps its locks in {}, key prefix '{}', ttl {}", this.engine.instance(), this.store,
				this.properties.keyPrefix(), Durations.text(this.properties.ttl()));
	}

	/**
	 * Looks the listeners up. All singletons exist by now, so a listener may need the
	 * lock service. A context calls it even if its beans are lazy.
	 */
	private void listen() {
		if (!this.listening) {
			this.engine.listenWith(this.listeners.orderedStream().toList());
			this.listening = true;
		}
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
	 * Releases locks also if the context fails before its start: its beans may already
	 * hold some.
	 */
	@Override
	public void destroy() {
		stop();
	}

}
