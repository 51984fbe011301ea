package io.lockstarter.test;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockEvent;
import io.lockstarter.LockRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests the observer of a test's locks. */
class CallRecorderTests {

	private static final LockEvent WAITING = new LockEvent.Waiting(LockRequest.of("order:1"), 1, Instant.EPOCH);

	private final CallRecorder recorder = new CallRecorder();

	@Test
	void waitingThreadIsWoken() {
		Thread thread = new Thread(LockSupport::park);
		thread.setDaemon(true);
		thread.start();
		this.recorder.on(WAITING, thread);
		await().atMost(Duration.ofMinutes(1)).until(() -> thread.getState() == Thread.State.WAITING);
		this.recorder.wakeWaiters();
		await().atMost(Duration.ofMinutes(1)).until(() -> !thread.isAlive());
	}

	@Test
	void recordingHasTheEventsOfItsTimeOnly() {
		this.recorder.on(WAITING, this);
		CallRecorder.Recording recording = this.recorder.start();
		this.recorder.on(WAITING, this);
		recording.close();
		this.recorder.on(WAITING, this);
		assertThat(recording.events()).containsExactly(WAITING);
	}

}
