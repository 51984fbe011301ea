package io.lockstarter.core;

import java.util.ArrayDeque;
import java.util.function.Function;

import io.lockstarter.LockException;
import org.jspecify.annotations.Nullable;

/** The waiters of a lane, first come first served. Guarded by the lane's lock. */
final class WaitQueue {

	private final ArrayDeque<Waiter> waiters = new ArrayDeque<>(2);

	boolean isEmpty() {
		return this.waiters.isEmpty();
	}

	int size() {
		return this.waiters.size();
	}

	@Nullable Waiter head() {
		Waiter head = this.waiters.peek();
		while (head != null && head.settled()) { // an Error came between its refusal and
													// its removal
			this.waiters.remove();
			head = this.waiters.peek();
		}
		return head;
	}

	void add(Waiter waiter) {
		this.waiters.add(waiter);
	}

	void remove(Waiter waiter) {
		this.waiters.remove(waiter);
	}

	void refuseThoseWhoTryOnce(Function<Waiter, LockException> reason) {
		refuseIf(true, reason);
	}

	void refuseAll(Function<Waiter, LockException> reason) {
		refuseIf(false, reason);
	}

	private void refuseIf(boolean onlyThoseWhoTryOnce, Function<Waiter, LockException> reason) {
		this.waiters.removeIf((waiter) -> {
			boolean refused = !onlyThoseWhoTryOnce || waiter.terms().triesOnce();
			if (refused) {
				waiter.refuse(reason.apply(waiter));
			}
			return refused;
		});
	}

}
