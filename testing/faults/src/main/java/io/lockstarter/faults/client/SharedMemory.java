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
 * Holds numbers that all JVMs share, in a file that each of them maps. Each key has a
 * counter, which only its lock protects. Each client has the number of its threads that
 * are about to write, and a flag that it will be frozen.
 */
public final class SharedMemory {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	private static final int CLIENTS = 64;

	private static final int KEYS = 64;

	private final ByteBuffer memory;

	public SharedMemory(Path folder) {
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

	/** Returns the number of threads that have checked their lock but not written yet. */
	public long aboutToWrite(int slot) {
		return (long) LONGS.getVolatile(this.memory, Long.BYTES * slot);
	}

	void aboutToWrite(int slot, int change) {
		LONGS.getAndAdd(this.memory, Long.BYTES * slot, (long) change);
	}

	/** Announces the freeze of a client. Threads that are about to write wait for it. */
	public void freezing(int slot, boolean freezing) {
		LONGS.setVolatile(this.memory, Long.BYTES * (CLIENTS + KEYS + slot), freezing ? 1L : 0L);
	}

	boolean freezing(int slot) {
		return (long) LONGS.getVolatile(this.memory, Long.BYTES * (CLIENTS + KEYS + slot)) != 0;
	}

	/** Resets the number of a killed client. */
	public void forget(int slot) {
		LONGS.setVolatile(this.memory, Long.BYTES * slot, 0L);
	}

}
