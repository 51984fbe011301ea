package io.lockstarter.faults.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Numbers that all JVMs share, in a file that each of them has mapped: a counter for each
 * key, which only its lock protects, and for each client how many of its threads are
 * about to write, and whether it is going to be frozen.
 */
public final class Memory {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	private static final int CLIENTS = 64;

	private static final int KEYS = 64;

	private final ByteBuffer memory;

	public Memory(Path folder) {
		try (FileChannel channel = FileChannel.open(folder.resolve("memory"), StandardOpenOption.READ,
				StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
			this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) Long.BYTES * (2 * CLIENTS + KEYS));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public long counter(int key) {
		return (long) LONGS.getVolatile(this.memory, Long.BYTES * (CLIENTS + key));
	}

	void setCounter(int key, long value) {
		LONGS.setVolatile(this.memory, Long.BYTES * (CLIENTS + key), value);
	}

	/** How many threads of a client have checked their lock and not written yet. */
	public long aboutToWrite(int slot) {
		return (long) LONGS.getVolatile(this.memory, Long.BYTES * slot);
	}

	void aboutToWrite(int slot, int change) {
		LONGS.getAndAdd(this.memory, Long.BYTES * slot, (long) change);
	}

	/** A client is about to be frozen: who is about to write waits for that. */
	public void freezing(int slot, boolean freezing) {
		LONGS.setVolatile(this.memory, Long.BYTES * (CLIENTS + KEYS + slot), freezing ? 1L : 0L);
	}

	boolean freezing(int slot) {
		return (long) LONGS.getVolatile(this.memory, Long.BYTES * (CLIENTS + KEYS + slot)) != 0;
	}

	/** Of a client that has been killed. */
	public void forget(int slot) {
		LONGS.setVolatile(this.memory, Long.BYTES * slot, 0L);
	}

}
