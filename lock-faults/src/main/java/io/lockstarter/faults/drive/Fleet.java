package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import io.lockstarter.faults.client.Memory;
import io.lockstarter.faults.client.Settings;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/** The client JVMs; one that is killed is replaced. */
final class Fleet implements AutoCloseable {

	private final List<ClientProcess> clients = new ArrayList<>();

	private final IntFunction<Settings> settings;

	private final Memory memory;

	private int started;

	Fleet(int size, IntFunction<Settings> settings, Memory memory) {
		this.settings = settings;
		this.memory = memory;
		for (int slot = 0; slot < size; slot++) {
			this.clients.add(start(slot));
		}
		this.clients.forEach((client) -> client.await("ready"));
		this.clients.forEach(ClientProcess::checkClock);
	}

	private ClientProcess start(int slot) {
		return new ClientProcess(this.settings.apply(slot).with("slot", slot).with("generation", this.started++));
	}

	int size() {
		return this.clients.size();
	}

	/**
	 * Freezes a client for a while, if possible when it has checked a lock and is about
	 * to write.
	 */
	void freeze(int slot, long millis) {
		this.memory.freezing(slot, true);
		Pause.until(1000, () -> this.memory.aboutToWrite(slot) > 0);
		this.clients.get(slot).freeze(millis);
		this.memory.freezing(slot, false);
	}

	/** Interrupts a thread of a client, whatever it does at the moment. */
	void interrupt(int slot, int thread) {
		this.clients.get(slot).send("interrupt " + thread);
	}

	/** Kills a client, and has another take its place. */
	void replace(int slot) {
		this.clients.get(slot).close();
		this.memory.forget(slot);
		this.clients.set(slot, start(slot));
		this.clients.get(slot).await("ready");
	}

	/** Has all clients take each lock once more and end in order. */
	void finish(History history) {
		this.clients.forEach((client) -> client.send("finish"));
		for (ClientProcess client : this.clients) {
			try {
				client.await("done");
			}
			catch (IllegalStateException ex) {
				history.add(Event.of(System.nanoTime(), Kind.STUCK, Event.NONE, client.name()).with("where", ex));
			}
		}
		close();
	}

	@Override
	public void close() {
		this.clients.forEach(ClientProcess::close);
	}

}
