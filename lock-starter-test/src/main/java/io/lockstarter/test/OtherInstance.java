package io.lockstarter.test;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

/**
 * A second instance on the lock server of a test. Its holds belong to no thread, so that
 * the thread of the test is another caller.
 */
final class OtherInstance implements AutoCloseable {

	private final LockThreads threads;

	private final LockEngine engine;

	OtherInstance(LockStore store, LockThreads threads) {
		this.threads = threads;
		this.engine = new LockEngine(store, LockSettings.DEFAULT.withInstanceName("another-instance"), List.of(),
				threads);
	}

	LockHandle hold(LockRequest request) {
		return await(this.engine.acquireAsync(once(request)));
	}

	LockHandle holdAll(Collection<LockRequest> requests) {
		return await(this.engine.acquireAsync(requests.stream().map(OtherInstance::once).toList()));
	}

	@Nullable LockInfo inspect(String key) {
		return this.engine.inspect(key).orElse(null);
	}

	private static LockRequest once(LockRequest request) {
		return request.withWaitTime(Duration.ZERO).withMinHold(null);
	}

	private static LockHandle await(CompletableFuture<LockHandle> acquired) {
		try {
			return acquired.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof LockException refusal) {
				throw refusal;
			}
			throw ex;
		}
	}

	@Override
	public void close() {
		this.engine.close(Duration.ZERO);
		this.threads.close();
	}

}
