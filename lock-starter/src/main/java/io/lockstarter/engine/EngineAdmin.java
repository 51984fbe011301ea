package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockInfo;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.internal.Limits;
import io.lockstarter.lane.Hold;
import io.lockstarter.store.Claim;
import io.lockstarter.store.KeyPage;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockState.TypedHolder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/** Implements the tools for operators. */
final class EngineAdmin implements LockAdmin {

	/** A part of the reason if the value of a key has another type. */
	private static final String NOT_A_LOCK = "is not a lock";

	private final LockEngine engine;

	private final LockStore store;

	private final Executor workers;

	private final LaneRegistry lanes;

	private final MonotonicClock clock;

	EngineAdmin(LockEngine engine, LockStore store, LaneRegistry lanes, EngineRuntime runtime) {
		this.engine = engine;
		this.store = store;
		this.workers = runtime.workers();
		this.lanes = lanes;
		this.clock = runtime.clock();
	}

	@Override
	public LockAdmin.Page list(String prefix, @Nullable String cursor, int size) {
		Arguments.check(prefix != null, "The prefix of the locks to list is null: pass an empty text for all locks");
		Arguments.check(size > 0 && size <= Limits.MAX_PAGE_SIZE,
				"The size of a page must be between 1 and " + Limits.MAX_PAGE_SIZE + ": " + size);
		KeyPage page = Commands.uninterrupted(() -> this.store.scan(prefix, cursor, size));
		Map<String, CompletableFuture<Optional<LockState>>> states = new LinkedHashMap<>();
		page.keys()
			.forEach((key) -> states.computeIfAbsent(key,
					(absent) -> CompletableFuture.supplyAsync(() -> this.store.describe(absent), this.workers)));
		List<LockInfo> locks = new ArrayList<>();
		states.forEach((key, state) -> joined(state).ifPresent((known) -> locks.add(this.engine.info(key, known))));
		return new LockAdmin.Page(locks, Optional.ofNullable(page.next()));
	}

	/** Returns the state of a key. A key of another type is no lock. */
	private static Optional<LockState> joined(CompletableFuture<Optional<LockState>> reply) {
		try {
			return reply.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof StoreException known) {
				if (known.outcome() == Outcome.REFUSED && known.reason().contains(NOT_A_LOCK)) {
					return Optional.empty();
				}
				throw known;
			}
			throw new LockServerException("The holder of a lock could not be read", ex.getCause());
		}
	}

	@Override
	public Optional<LockAdmin.ForcedRelease> forceRelease(String key) {
		LockRequest.of(key);
		return Commands.uninterrupted(() -> {
			LockState state = this.store.describe(key).orElse(null);
			if (state == null) {
				return Optional.empty();
			}
			LockInfo info = this.engine.info(key, state);
			long fence = -1;
			for (TypedHolder each : state.holders()) {
				fence = Math.max(fence, forceRelease(key, each.holder().token(), each.type()));
			}
			return (fence < 0) ? Optional.empty() : Optional
				.of(new LockAdmin.ForcedRelease(info, (fence > 0) ? OptionalLong.of(fence) : OptionalLong.empty()));
		});
	}

	private long forceRelease(String key, String token, LockType type) {
		if (type != LockType.EXCLUSIVE && !Claim.isIn(token)) {
			return -1; // kept without a holder; it ends with its minimum hold
		}
		// The token makes a command harmless that the client sends twice.
		long fence = this.store.forceRelease(key, token);
		Hold hold = this.lanes.hold(key, token);
		if (hold != null && fence >= 0) {
			hold.lane().revoke(hold, LockLostException.Reason.FORCED, this.clock.nanos());
		}
		return fence;
	}

}
