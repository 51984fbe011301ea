package io.lockstarter.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockService;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Owns a lock service and its threads. It is for programs without Spring Boot, and for a
 * second Redis in an application: the auto-configured lock service stays the only bean of
 * type {@link LockService}.
 *
 * <p>
 * {@link #close()} refuses waiters, waits for holders, and releases the locks that are
 * left. As a bean, the client closes before the connection factory stops.
 */
public final class LockClient implements SmartLifecycle, AutoCloseable {

	/** Just above the connection factories, which have phase 0 and stop later. */
	private static final int PHASE = 1024;

	private final LockEngine engine;

	private final LockThreads threads;

	private final Duration shutdownTimeout;

	private final AtomicBoolean stopped = new AtomicBoolean();

	private volatile boolean running = true;

	private LockClient(Builder builder) {
		this.threads = new LockThreads(MonotonicClock.system());
		this.engine = new LockEngine(builder.store(), builder.settings(), builder.listeners, this.threads);
		this.shutdownTimeout = builder.shutdownTimeout;
	}

	/**
	 * Begins to create a client whose locks are in Redis.
	 * @param factory the connection factory. It must be initialized, and stays open when
	 * the client is closed.
	 * @return the builder
	 */
	public static Builder on(RedisConnectionFactory factory) {
		if (factory == null) {
			throw new IllegalArgumentException("The connection factory is null: pass the factory of your Redis");
		}
		return new Builder(factory, null);
	}

	/**
	 * Begins to create a client whose locks are in another store, for example in the
	 * memory of a test.
	 * @param store the store
	 * @return the builder
	 */
	public static Builder on(LockStore store) {
		if (store == null) {
			throw new IllegalArgumentException("The lock store is null: pass a RedisLockStore, for example");
		}
		return new Builder(null, store);
	}

	/**
	 * Returns the lock service.
	 * @return the service; it refuses all requests after {@link #close()}
	 */
	public LockService service() {
		return this.engine;
	}

	/**
	 * Returns the tools for operators.
	 * @return the tools
	 */
	public LockAdmin admin() {
		return this.engine.admin();
	}

	/** Accepts requests again after {@link #stop()}, under a new instance id. */
	@Override
	public void start() {
		if (this.stopped.compareAndSet(true, false)) {
			this.engine.open();
		}
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		if (this.stopped.compareAndSet(false, true)) {
			this.engine.close(this.shutdownTimeout);
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

	/** Closes the lock service and ends its threads. */
	@Override
	public void close() {
		stop();
		this.threads.close();
	}

	/** Collects the settings of a client. Each has the default of the properties. */
	public static final class Builder {

		private final @Nullable RedisConnectionFactory factory;

		private final @Nullable LockStore store;

		private final List<LockListener> listeners = new ArrayList<>();

		private final List<LockRequestCustomizer> customizers = new ArrayList<>();

		private String keyPrefix = "lock:";

		private String instanceName = LockSettings.DEFAULT.instanceName();

		private Duration ttl = LockSettings.DEFAULT.ttl();

		private Duration waitTime = LockSettings.DEFAULT.waitTime();

		private boolean fencing;

		private Duration shutdownTimeout = Duration.ofSeconds(10);

		private Builder(@Nullable RedisConnectionFactory factory, @Nullable LockStore store) {
			this.factory = factory;
			this.store = store;
		}

		/**
		 * Sets the prefix of every key in Redis.
		 * @param prefix the prefix; {@code lock:} by default
		 * @return this builder
		 */
		public Builder keyPrefix(String prefix) {
			if (prefix == null || prefix.indexOf('~') >= 0) {
				throw new IllegalArgumentException("The key prefix '" + prefix
						+ "' is null or contains '~', which is reserved: use a text such as 'lock:'");
			}
			this.keyPrefix = prefix;
			return this;
		}

		/**
		 * Sets the readable part of the instance id.
		 * @param name the name; {@code app} by default
		 * @return this builder
		 */
		public Builder instanceName(String name) {
			this.instanceName = name;
			return this;
		}

		/**
		 * Sets the ttl of requests without one.
		 * @param ttl the ttl; 30 seconds by default
		 * @return this builder
		 */
		public Builder ttl(Duration ttl) {
			this.ttl = ttl;
			return this;
		}

		/**
		 * Sets the wait time of requests without one.
		 * @param waitTime the wait time; 5 seconds by default
		 * @return this builder
		 */
		public Builder waitTime(Duration waitTime) {
			this.waitTime = waitTime;
			return this;
		}

		/**
		 * Sets whether every lock takes a fencing number.
		 * @param fencing {@code false} by default
		 * @return this builder
		 */
		public Builder fencing(boolean fencing) {
			this.fencing = fencing;
			return this;
		}

		/**
		 * Sets the longest wait for holders when the client closes.
		 * @param timeout the time; 10 seconds by default
		 * @return this builder
		 */
		public Builder shutdownTimeout(Duration timeout) {
			this.shutdownTimeout = timeout;
			return this;
		}

		/**
		 * Adds a listener.
		 * @param listener the listener
		 * @return this builder
		 */
		public Builder listener(LockListener listener) {
			this.listeners.add(listener);
			return this;
		}

		/**
		 * Adds a customizer of requests.
		 * @param customizer the customizer
		 * @return this builder
		 */
		public Builder customizer(LockRequestCustomizer customizer) {
			this.customizers.add(customizer);
			return this;
		}

		/**
		 * Creates the client. It connects with the first command.
		 * @return the client, which the caller must close
		 */
		public LockClient build() {
			return new LockClient(this);
		}

		private LockStore store() {
			return (this.factory != null) ? new RedisLockStore(this.factory, this.keyPrefix)
					: Objects.requireNonNull(this.store);
		}

		private LockSettings settings() {
			LockSettings defaults = LockSettings.DEFAULT;
			return new LockSettings(this.instanceName, this.ttl, this.waitTime, defaults.renewalInterval(),
					defaults.retry(), defaults.longestSleep(), defaults.release(), defaults.handOff(), this.fencing,
					this.customizers);
		}

	}

}
