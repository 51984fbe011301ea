package io.lockstarter.docs;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;

import org.springframework.stereotype.Component;

/** Contains the examples of {@code docs/lock-service.md} and {@code observability.md}. */
@SuppressWarnings({ "try", "unused" })
class ServiceExamples {

	final List<String> log = new CopyOnWriteArrayList<>();

	private final LockService locks;

	ServiceExamples(LockService locks) {
		this.locks = locks;
	}

	void acquire() {
		try (LockHandle lock = this.locks.acquire("order:42")) {
			ship();
		}
	}

	void release() {
		LockHandle lock = this.locks.acquire("order:42");
		try {
			ship();
		}
		finally {
			if (!lock.release()) {
				this.log.add("the lock was lost");
			}
		}
	}

	String run() {
		this.locks.run("order:42", this::ship);
		String receipt = this.locks.call("order:42", () -> print(42));
		return receipt;
	}

	void tryRun() {
		if (!this.locks.tryRun("report", this::writeReport)) {
			this.log.add("another instance writes the report");
		}
	}

	String tryAcquire() {
		Optional<LockHandle> lock = this.locks.tryAcquire("report");
		if (lock.isEmpty()) {
			return "another instance writes the report";
		}
		try (LockHandle held = lock.get()) {
			return report();
		}
	}

	LockRequest request(String region) {
		LockRequest request = LockRequest.of("export:" + region)
			.withName("export:#<region>")
			.withTtl(Duration.ofMinutes(1))
			.withWaitTime(Duration.ofSeconds(20))
			.withMaxHold(Duration.ofHours(1));
		return request;
	}

	void extend(List<String> parts) {
		try (LockHandle lock = this.locks.acquire(LockRequest.of("import").withRenew(false))) {
			lock.onLost(() -> this.log.add("stop the import"));
			for (String part : parts) {
				lock.extend(Duration.ofSeconds(30));
				importPart(part);
			}
		}
	}

	void scope() {
		this.locks.run("order:42", () -> {
			LockHandle lock = LockHandle.current();
			join(() -> {
				try (LockScope scope = lock.openScope()) {
					LockScope.ensureHeld();
					ship();
				}
			});
		});
	}

	CompletableFuture<String> async() {
		CompletableFuture<String> receipt = this.locks.acquireAsync("order:42").thenApply((lock) -> {
			try (lock) {
				return print(42);
			}
		});
		return receipt;
	}

	void lock() throws InterruptedException {
		Lock lock = this.locks.asLock("order:42");
		if (lock.tryLock(2, TimeUnit.SECONDS)) {
			try {
				ship();
			}
			finally {
				lock.unlock();
			}
		}
	}

	boolean operate() {
		Optional<LockInfo> holder = this.locks.inspect("order:42");
		boolean released = holder.isPresent() && this.locks.release("order:42", holder.get().holder().token());
		return released;
	}

	private void ship() {
		this.log.add(this.locks.inspect("order:42").isPresent() ? "shipped" : "shipped without a lock");
	}

	private String print(long id) {
		return "receipt " + id + (this.locks.inspect("order:42").isPresent() ? "" : " without a lock");
	}

	private void writeReport() {
		this.log.add(report());
	}

	private String report() {
		return this.locks.inspect("report").isPresent() ? "report" : "report without a lock";
	}

	private void importPart(String part) {
		this.log.add(part);
	}

	private static void join(Runnable task) {
		CompletableFuture.runAsync(task).join();
	}

	abstract static class Listeners {

		abstract void alert(String lock, LockLostException.Reason reason);

		@Component
		class LostLocks implements LockListener {

			@Override
			public void lost(LockEvent.Lost event) {
				alert(event.request().name(), event.reason());
			}

		}

		@Component
		class LossAlarm implements LockListener {

			@Override
			public boolean supportsEventType(Class<? extends LockEvent> type) {
				return type == LockEvent.Lost.class;
			}

			@Override
			public void lost(LockEvent.Lost event) {
				alert(event.key(), event.reason());
			}

		}

	}

}
