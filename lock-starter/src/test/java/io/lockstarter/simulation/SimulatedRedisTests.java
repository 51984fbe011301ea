package io.lockstarter.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.LockStoreContractTests;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueueContractTests;
import org.junit.jupiter.api.Nested;

/** Tests that the model of Redis keeps the contract of Redis. */
class SimulatedRedisTests {

	/** Creates a model in real time that is safe for many threads. */
	private static LockStore model() {
		MonotonicClock clock = MonotonicClock.system();
		SimulatedRedis model = new SimulatedRedis(clock::nanos, SimulationFlaw.NONE);
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, arguments) -> {
					try {
						synchronized (model) {
							return method.invoke(model, arguments);
						}
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	@Nested
	class Locks extends LockStoreContractTests {

		private final LockStore store = model();

		@Override
		protected LockStore store() {
			return this.store;
		}

	}

	@Nested
	class Queue extends QueueContractTests {

		private final LockStore store = model();

		@Override
		protected LockStore backend() {
			return this.store;
		}

	}

}
