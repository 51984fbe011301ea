package io.lockstarter.faults.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class HistoryTests {

	private static final Event EVENT = Event.of(7, Kind.ACQUIRED, "k", "c0.0-1-2").with("fence", 3).with("why", "a b");

	@TempDir
	private Path folder;

	@Test
	void readAllReturnsEventsOrderedByTime() {
		try (History one = History.create(this.folder, "one"); History two = History.create(this.folder, "two")) {
			one.add(EVENT);
			two.add(Event.of(5, Kind.REQUESTED, "k", "c0.0-1-2"));
			assertThat(History.readAll(this.folder)).extracting(Event::at).containsExactly(5L, 7L);
			assertThat(History.readAll(this.folder)).last().isEqualTo(EVENT);
		}
	}

	@Test
	void readAllSkipsAnIncompleteLine() throws IOException {
		try (History history = History.create(this.folder, "one")) {
			history.add(EVENT);
			Files.writeString(this.folder.resolve("two.history"), EVENT.line() + "\n99 GO");
			assertThat(History.readAll(this.folder)).containsExactly(EVENT, EVENT);
		}
	}

	@Test
	void clientIsTheFirstPartOfTheHold() {
		assertThat(EVENT.client()).isEqualTo("c0.0");
		assertThat(Event.of(1, Kind.PAUSED, Event.NONE, "c1.4").client()).isEqualTo("c1.4");
	}

}
