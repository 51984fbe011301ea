package io.lockstarter.aop;

import java.util.concurrent.CompletableFuture;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockType;
import io.lockstarter.OnBusy;
import org.jspecify.annotations.Nullable;

/** Has annotated methods with all types of locks. */
class TypedBeans {

	// Types that cannot share a fixed key are refused, so this is a placeholder.
	private static final String KEY = "#<'k'>";

	@DistributedLock(key = TypedBeans.KEY)
	void exclusive(Runnable work) {
		work.run();
	}

	@DistributedLock(key = TypedBeans.KEY)
	CompletableFuture<String> exclusiveStage(CompletableFuture<String> work) {
		return work;
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.FAIR)
	void fair(Runnable work) {
		work.run();
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.FAIR)
	CompletableFuture<String> fairStage(CompletableFuture<String> work) {
		return work;
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.FAIR, waitTime = "0", onBusy = OnBusy.SKIP)
	@Nullable String fairSkipped() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.FAIR, waitTime = "0", fallbackMethod = "instead")
	String fairFallingBack() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.READ)
	void read(Runnable work) {
		work.run();
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.READ)
	CompletableFuture<String> readStage(CompletableFuture<String> work) {
		return work;
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.READ, waitTime = "0", onBusy = OnBusy.SKIP)
	@Nullable String readSkipped() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.READ, waitTime = "0", fallbackMethod = "instead")
	String readFallingBack() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.WRITE)
	void write(Runnable work) {
		work.run();
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.WRITE)
	CompletableFuture<String> writeStage(CompletableFuture<String> work) {
		return work;
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.WRITE, waitTime = "0", onBusy = OnBusy.SKIP)
	@Nullable String writeSkipped() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.WRITE, waitTime = "0", fallbackMethod = "instead")
	String writeFallingBack() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.SEMAPHORE, permitsString = "${shop.permits}")
	void permit(Runnable work) {
		work.run();
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.SEMAPHORE, permitsString = "${shop.permits}")
	CompletableFuture<String> permitStage(CompletableFuture<String> work) {
		return work;
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.SEMAPHORE, permitsString = "${shop.permits}", waitTime = "0",
			onBusy = OnBusy.SKIP)
	@Nullable String permitSkipped() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, type = LockType.SEMAPHORE, permitsString = "${shop.permits}", waitTime = "0",
			fallbackMethod = "instead")
	String permitFallingBack() {
		return "ran";
	}

	@DistributedLock(key = TypedBeans.KEY, waitTime = "forever", onBusy = OnBusy.SKIP)
	@Nullable String exclusiveSkipped() {
		return "ran";
	}

	String instead() {
		return "instead";
	}

	@DistributedLock(key = "f", type = LockType.FAIR, fencing = true)
	long fencedFair() {
		return LockHandle.current().fencingNumber().orElseThrow();
	}

	@DistributedLock(key = "w", type = LockType.WRITE, fencing = true)
	long fencedWrite() {
		return LockHandle.current().fencingNumber().orElseThrow();
	}

	@DistributedLock(key = "shelf:#<from>", type = LockType.READ)
	@DistributedLock(key = "shelf:#<to>", type = LockType.WRITE)
	void copy(long from, long to, Runnable work) {
		work.run();
	}

	/** Calls the method of a type. */
	record Calls(TypedBeans beans) {

		void run(LockType type, Runnable work) {
			switch (type) {
				case EXCLUSIVE -> this.beans.exclusive(work);
				case FAIR -> this.beans.fair(work);
				case READ -> this.beans.read(work);
				case WRITE -> this.beans.write(work);
				case SEMAPHORE -> this.beans.permit(work);
			}
		}

		CompletableFuture<String> start(LockType type, CompletableFuture<String> work) {
			return switch (type) {
				case EXCLUSIVE -> this.beans.exclusiveStage(work);
				case FAIR -> this.beans.fairStage(work);
				case READ -> this.beans.readStage(work);
				case WRITE -> this.beans.writeStage(work);
				case SEMAPHORE -> this.beans.permitStage(work);
			};
		}

		@Nullable String skipped(LockType type) {
			return switch (type) {
				case EXCLUSIVE -> throw new IllegalArgumentException();
				case FAIR -> this.beans.fairSkipped();
				case READ -> this.beans.readSkipped();
				case WRITE -> this.beans.writeSkipped();
				case SEMAPHORE -> this.beans.permitSkipped();
			};
		}

		String fallingBack(LockType type) {
			return switch (type) {
				case EXCLUSIVE -> throw new IllegalArgumentException();
				case FAIR -> this.beans.fairFallingBack();
				case READ -> this.beans.readFallingBack();
				case WRITE -> this.beans.writeFallingBack();
				case SEMAPHORE -> this.beans.permitFallingBack();
			};
		}

	}

}
