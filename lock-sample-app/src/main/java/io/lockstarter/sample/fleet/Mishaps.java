package io.lockstarter.sample.fleet;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Lets things go wrong, one at a time, and tells the story. */
@Component
class Mishaps {

	private static final Logger logger = LoggerFactory.getLogger(Mishaps.class);

	private static final int REMEMBERED = 40;

	private final Clock clock = Clock.systemUTC();

	private final Deque<Story> story = new ArrayDeque<>();

	private final AtomicBoolean running = new AtomicBoolean();

	private final Map<Mishap, Play> plays;

	private final Hub hub;

	Mishaps(List<Play> plays, Hub hub) {
		this.plays = plays.stream().collect(Collectors.toMap(Play::mishap, Function.identity()));
		this.hub = hub;
	}

	/** Starts it, and does not wait for its end. */
	void start(Mishap mishap) {
		Play play = Objects.requireNonNull(this.plays.get(mishap));
		play.check();
		if (!this.running.compareAndSet(false, true)) {
			throw new ProblemException(HttpStatus.CONFLICT, "Under way",
					"Another mishap is under way; wait for its end");
		}
		Thread thread = new Thread(() -> play(play), "mishap");
		thread.setDaemon(true);
		thread.start();
	}

	private void play(Play play) {
		String end = "It could not be played to its end.";
		try {
			end = play.play((text) -> tell(play.mishap(), text, false));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (Exception ex) {
			logger.warn("The mishap {} was given up", play.mishap().text(), ex);
		}
		finally {
			this.running.set(false);
			tell(play.mishap(), end, true);
		}
	}

	private void tell(Mishap mishap, String text, boolean last) {
		Story line = new Story(mishap, this.clock.millis(), text, last);
		synchronized (this.story) {
			this.story.add(line);
			if (this.story.size() > REMEMBERED) {
				this.story.removeFirst();
			}
		}
		this.hub.publish("story", line);
	}

	/** The last lines. */
	List<Story> story() {
		synchronized (this.story) {
			return List.copyOf(this.story);
		}
	}

}
