package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.lockstarter.ForcedRelease;
import io.lockstarter.LockAdmin;
import io.lockstarter.LockBackendException;
import io.lockstarter.LockInfo;
import io.lockstarter.LockPage;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.lane.Hold;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.Holder;
import io.lockstarter.store.KeyPage;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Implements the tools for operators. */
final class EngineAdmin implements LockAdmin {

	private final LockEngine engine;

	private final LockStore store;

	private final AsyncLockStore async;

	private final LaneRegistry lanes;

	private final MonotonicClock clock;

	EngineAdmin(LockEngine engine, LockStore store, LaneRegistry lanes, EngineRuntime runtime) {
		this.engine = engine;
		this.store = store;
		this.async = store.async(runtime.workers());
		this.lanes = lanes;
		this.clock = runtime.clock();
	}

	@Override
	public LockPage list(String prefix, @Nullable String cursor, int size) {
		Arguments.check(prefix != null, "The prefix of the locks to list is null: pass an empty text for all locks");
		Arguments.check(size > 0 && size <= MAX_PAGE_SIZE,
				"The size of a page must be between 1 and " + MAX_PAGE_SIZE + ": " + size);
		KeyPage page = Commands.uninterrupted(() -> this.store.scan(prefix, cursor, size));
		Map<String, CompletableFuture<Optional<Holder>>> holders = new LinkedHashMap<>();
		page.keys()
			.forEach((key) -> holders.computeIfAbsent(key,
					(absent) -> this.async.inspect(absent).toCompletableFuture()));
		List<LockInfo> locks = new ArrayList<>();
		holders.forEach((key, holder) -> joined(holder).ifPresent((known) -> locks.add(this.engine.info(key, known))));
		return new LockPage(locks, Optional.ofNullable(page.next()));
	}

	private static Optional<Holder> joined(CompletableFuture<Optional<Holder>> reply) {
		try {
			return reply.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof StoreException known) {
				throw known;
			}
			throw new LockBackendException("The holder of a lock could not be read", ex.getCause());
		}
	}

	@Override
	public Optional<ForcedRelease> forceRelease(String key) {
		LockRequest.of(key);
		return Commands.uninterrupted(() -> {
			Holder holder = this.store.inspect(key).orElse(null);
			if (holder == null) {
				return Optional.empty();
			}
			LockInfo info = this.engine.info(key, holder);
			// The token makes a command harmless that the client sends twice.
			long fence = this.store.forceRelease(key, holder.token());
			Hold hold = this.lanes.hold(key, holder.token());
			if (hold != null && fence >= 0) {
				hold.lane().revoke(hold, LossCause.FORCED, this.clock.nanos());
			}
			return (fence < 0) ? Optional.empty() : Optional
				.of(new ForcedRelease(info, (fence > 0) ? OptionalLong.of(fence) : OptionalLong.empty()));
		});
	}

}
