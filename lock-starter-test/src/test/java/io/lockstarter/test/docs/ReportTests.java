package io.lockstarter.test.docs;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.test.LockTester;
import io.lockstarter.test.TestLockHandle;
import org.junit.jupiter.api.Test;

import static io.lockstarter.test.LockAssertions.assertThatLock;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The examples without Spring. */
class ReportTests {

	private final List<String> written = new ArrayList<>();

	@Test
	void secondReportIsSkipped() {
		try (LockTester tester = LockTester.create()) {
			Report report = new Report(tester.service());
			tester.makeBusy("report");
			assertThat(report.write()).isFalse();
			tester.reset();
			assertThat(report.write()).isTrue();
			assertThatLock("report").isFree();
		}
	}

	@Test
	@SuppressWarnings("try")
	void lineHasTheFencingNumber() {
		TestLockHandle handle = TestLockHandle.held("report", 7);
		try (LockScope scope = handle.openScope()) {
			writeLine("total");
			handle.lose();
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> writeLine("end"));
		}
		assertThat(this.written).containsExactly("7 total");
	}

	private void writeLine(String line) {
		LockHandle lock = LockHandle.current();
		lock.ensureHeld();
		this.written.add(lock.fencingNumber().getAsLong() + " " + line);
	}

	/** Code under test. */
	private static final class Report {

		private final LockService locks;

		Report(LockService locks) {
			this.locks = locks;
		}

		boolean write() {
			return this.locks.tryAcquire(LockRequest.of("report")).map(LockHandle::release).orElse(false);
		}

	}

}
