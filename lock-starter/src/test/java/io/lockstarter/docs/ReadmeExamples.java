package io.lockstarter.docs;

import java.time.Duration;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.OnBusy;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/** Contains the examples of README.md. {@code .ci/walk/run} runs the first one. */
final class ReadmeExamples {

	private ReadmeExamples() {
	}

	@SuppressWarnings("ClassCanBeStatic")
	static class FirstScreen {

		// @formatter:off
@Service
public class Orders {

	@DistributedLock(key = "order:#<id>")
	public void pay(long id) {
		// Only one instance at a time runs this for one order.
	}
}
		// @formatter:on

	}

	static class Annotated {

		// @formatter:off
@DistributedLock(key = "order:#<id>", ttl = "30s", waitTime = "2s")
void pay(long id) { }

@Scheduled(cron = "0 0 * * * *")
@DistributedLock(key = "report", onBusy = OnBusy.SKIP, minHold = "30s")
void hourlyReport() { }   // runs once, not once per instance
		// @formatter:on

	}

	abstract static class WithService {

		abstract Payment collect(long id);

		abstract void save(Payment payment);

		abstract void send(long id);

		abstract Invoice print(long id);

		abstract void writeReport();

		// @formatter:off
@Service
class Orders {

	private final LockService locks;

	Orders(LockService locks) {
		this.locks = locks;
	}

	// Waits up to distributed-lock.wait-time, then throws LockNotAcquiredException.
	void pay(long id) {
		try (LockHandle lock = this.locks.acquire("order:" + id)) {
			Payment payment = collect(id);
			lock.ensureHeld();  // throws LockLostException if the lock was lost
			save(payment);
		}
	}

	// The same without a handle.
	void ship(long id) {
		this.locks.run("order:" + id, () -> send(id));
	}

	// The same with its own wait time, and with a result.
	Invoice invoice(long id) {
		return this.locks.call(LockRequest.of("order:" + id).withWaitTime(Duration.ofSeconds(20)), () -> print(id));
	}

	// Tries once, and skips the work if the lock is busy.
	void report() {
		this.locks.tryRun("report", () -> writeReport());
	}

}
		// @formatter:on

	}

	record Payment(long id) {
	}

	record Invoice(long id) {
	}

}
