package io.lockstarter.sample.fleet.failure;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lockstarter.sample.fleet.ProblemException;
import io.lockstarter.sample.fleet.events.EventBroadcaster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Causes failures, one at a time, and publishes their steps. */
@Component
public class FailureDemos {

	private static final Logger logger = LoggerFactory.getLogger(FailureDemos.class);

	private static final int MAX_STEPS = 40;

	private final Clock clock = Clock.systemUTC();

	private final Deque<FailureStep> steps = new ArrayDeque<>();

	private final Map<FailureKind, FailureDemo> demos;

	private final EventBroadcaster broadcaster;

	/** Changes together with the steps: a client that sees the last step can go on. */
	private boolean running;

	FailureDemos(List<FailureDemo> demos, EventBroadcaster broadcaster) {
		this.demos = demos.stream().collect(Collectors.toMap(FailureDemo::kind, Function.identity()));
		this.broadcaster = broadcaster;
	}

	/** Starts a failure and returns at once. */
	public void start(FailureKind kind) {
		FailureDemo demo = Objects.requireNonNull(this.demos.get(kind));
		demo.check();
		synchronized (this.steps) {
			if (this.running) {
				throw new ProblemException(HttpStatus.CONFLICT, "Already running",
						"Another failure is in progress; wait until it has finished");
			}
			this.running = true;
		}
		Thread thread = new Thread(() -> run(demo), "failure");
		thread.setDaemon(true);
		thread.start();
	}

	private void run(FailureDemo demo) {
		String end = "This failure could not be shown to its end.";
		try {
			end = demo.run((text) -> publish(demo.kind(), text, false));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (Exception ex) {
			logger.warn("The failure demo '{}' failed", demo.kind().text(), ex);
		}
		finally {
			publish(demo.kind(), end, true);
		}
	}

	private void publish(FailureKind kind, String text, boolean last) {
		FailureStep step = new FailureStep(kind, this.clock.millis(), text, last);
		synchronized (this.steps) {
			this.running = !last;
			this.steps.add(step);
			if (this.steps.size() > MAX_STEPS) {
				this.steps.removeFirst();
			}
		}
		this.broadcaster.publish("story", step);
	}

	/** Returns the last steps. */
	public List<FailureStep> steps() {
		synchronized (this.steps) {
			return List.copyOf(this.steps);
		}
	}

}
