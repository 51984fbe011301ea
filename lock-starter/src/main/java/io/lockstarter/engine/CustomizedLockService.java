package io.lockstarter.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;

import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockService;

/** Changes each request before another lock service handles it. */
public final class CustomizedLockService implements InternalLockService {

	private final LockService service;

	private final List<LockRequestCustomizer> customizers;

	/**
	 * Wraps a lock service.
	 * @param service the service
	 * @param customizers change the requests, in this order
	 */
	public CustomizedLockService(LockService service, List<? extends LockRequestCustomizer> customizers) {
		this.service = service;
		this.customizers = List.copyOf(customizers);
	}

	private LockRequest customized(LockRequest request) {
		LockRequest changed = request;
		for (LockRequestCustomizer customizer : this.customizers) {
			changed = customizer.customize(changed);
			if (changed == null) {
				throw new IllegalStateException(customizer.getClass().getName() + " returned null for lock '"
						+ request.key() + "': return the request itself if nothing changes");
			}
		}
		return changed;
	}

	private LockRequest customized(String key) {
		return customized(LockRequest.of(key));
	}

	@Override
	public LockHandle acquire(String key) {
		return this.service.acquire(customized(key));
	}

	@Override
	public LockHandle acquire(LockRequest request) {
		return this.service.acquire(customized(checked(request)));
	}

	@Override
	public Optional<LockHandle> tryAcquire(String key) {
		return this.service.tryAcquire(customized(key).withWaitTime(Duration.ZERO));
	}

	@Override
	public Optional<LockHandle> tryAcquire(LockRequest request) {
		return this.service.tryAcquire(customized(checked(request)));
	}

	@Override
	public void run(LockRequest request, Runnable action) {
		this.service.run(customized(checked(request)), action);
	}

	@Override
	public <T> T call(LockRequest request, Callable<T> action) throws Exception {
		return this.service.call(customized(checked(request)), action);
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync(LockRequest request) {
		return this.service.acquireAsync(customized(checked(request)));
	}

	@Override
	public LockHandle acquireAll(Collection<LockRequest> requests) {
		Several several = new Several(requests);
		return several.translating(() -> this.service.acquireAll(several.requests()));
	}

	@Override
	public Optional<LockHandle> tryAcquireAll(Collection<LockRequest> requests) {
		Several several = new Several(requests);
		return several.translating(() -> this.service.tryAcquireAll(several.requests()));
	}

	@Override
	public void run(Collection<LockRequest> requests, Runnable action) {
		this.service.run(new Several(requests).requests(), action);
	}

	@Override
	public <T> T call(Collection<LockRequest> requests, Callable<T> action) throws Exception {
		return this.service.call(new Several(requests).requests(), action);
	}

	@Override
	public CompletionStage<LockHandle> acquireAllAsync(Collection<LockRequest> requests) {
		return translated(new Several(requests), this.service::acquireAllAsync);
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync(Collection<LockRequest> requests, Object owner) {
		if (requests.size() == 1) {
			LockRequest only = customized(checked(requests.iterator().next()));
			return InternalLockService.acquireAsync(this.service, List.of(only), owner);
		}
		return translated(new Several(requests),
				(changed) -> InternalLockService.acquireAsync(this.service, changed, owner));
	}

	private static CompletionStage<LockHandle> translated(Several several,
			Function<List<LockRequest>, CompletionStage<LockHandle>> acquire) {
		CompletableFuture<LockHandle> acquired = acquire.apply(several.requests()).toCompletableFuture();
		CompletableFuture<LockHandle> result = new CompletableFuture<>();
		var unused = acquired.whenComplete((handle, failure) -> {
			Throwable cause = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			if (cause != null) {
				result.completeExceptionally(
						(cause instanceof LockNotAcquiredException refusal) ? several.translated(refusal) : cause);
			}
			else if (!result.complete(handle)) {
				InternalHandle.releaseUnused(handle);
			}
		});
		var unusedToo = result.whenComplete((handle, failure) -> acquired.cancel(false));
		return result;
	}

	@Override
	public Lock asLock(String key) {
		return this.service.asLock(customized(key));
	}

	@Override
	public Lock asLock(LockRequest request) {
		return this.service.asLock(customized(checked(request)));
	}

	@Override
	public ReadWriteLock asReadWriteLock(String key) {
		return this.service.asReadWriteLock(customized(key).key());
	}

	@Override
	public Optional<LockInfo> inspect(String key) {
		return this.service.inspect(customized(key).key());
	}

	@Override
	public boolean release(String key, String token) {
		return this.service.release(customized(key).key(), token);
	}

	private static LockRequest checked(LockRequest request) {
		Arguments.check(request != null, "The lock request is null: create one with LockRequest.of(key)");
		return request;
	}

	/**
	 * Several requests. A refusal names the key that the caller has used, since the
	 * caller looks for it among its requests.
	 */
	private final class Several {

		private final Map<String, String> original = new HashMap<>();

		private final List<LockRequest> requests;

		Several(Collection<LockRequest> requests) {
			this.requests = SeveralLocks.inOrder(requests).stream().map((request) -> {
				LockRequest changed = customized(request);
				this.original.putIfAbsent(changed.key(), request.key());
				return changed;
			}).toList();
		}

		List<LockRequest> requests() {
			return this.requests;
		}

		<T> T translating(Supplier<T> acquire) {
			try {
				return acquire.get();
			}
			catch (LockNotAcquiredException ex) {
				throw translated(ex);
			}
		}

		LockNotAcquiredException translated(LockNotAcquiredException refusal) {
			String key = this.original.getOrDefault(refusal.key(), refusal.key());
			return key.equals(refusal.key()) ? refusal : new LockNotAcquiredException(key, refusal.reason(),
					String.valueOf(refusal.getMessage()), refusal);
		}

	}

}
