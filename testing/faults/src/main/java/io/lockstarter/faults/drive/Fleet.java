package io.lockstarter.faults.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import io.lockstarter.faults.client.Settings;
import io.lockstarter.faults.client.SharedMemory;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/** The client JVMs. A killed client is replaced. */
final class Fleet implements AutoCloseable {

	private final List<ClientProcess> clients = new ArrayList<>();

	private final IntFunction<Settings> settings;

	private final SharedMemory memory;

	private int started;

	Fleet(int size, IntFunction<Settings> settings, SharedMemory memory) {
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
	 * Freezes a client for a while, if possible between its check of a lock and its
	 * write.
	 */
	void freeze(int slot, long millis) {
		this.memory.freezing(slot, true);
		Pause.until(1000, () -> this.memory.aboutToWrite(slot) > 0);
		this.clients.get(slot).freeze(millis);
		this.memory.freezing(slot, false);
	}

	/** Interrupts a thread of a client at any point of its work. */
	void interrupt(int slot, int thread) {
		this.clients.get(slot).send("interrupt " + thread);
	}

	/** Kills a client and starts a replacement. */
	void replace(int slot) {
		this.clients.get(slot).close();
		this.memory.forget(slot);
		this.clients.set(slot, start(slot));
		this.clients.get(slot).await("ready");
	}

	/** Makes all clients acquire each lock once more and end normally. */
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
