package io.lockstarter.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;

/**
 * Holds numbers that all JVMs of a contender share, in a file that each of them maps.
 * Each number has its own cache line.
 */
public final class SharedMemory {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	/** The number of keys that have a critical section of their own. */
	public static final int KEYS = 1_000;

	private static final int LINE = 128;

	private static final int SIZE = LINE * (Slot.values().length + KEYS);

	private final ByteBuffer memory;

	public SharedMemory(Path file) {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
				StandardOpenOption.CREATE)) {
			this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public long get(Slot slot) {
		return (long) LONGS.getVolatile(this.memory, offset(slot));
	}

	public void set(Slot slot, long value) {
		LONGS.setVolatile(this.memory, offset(slot), value);
	}

	long swap(Slot slot, long value) {
		return (long) LONGS.getAndSet(this.memory, offset(slot), value);
	}

	void add(Slot slot, long value) {
		LONGS.getAndAdd(this.memory, offset(slot), value);
	}

	/** Adds to a number, and returns the number before. */
	long getAndAdd(Slot slot, long value) {
		return (long) LONGS.getAndAdd(this.memory, offset(slot), value);
	}

	// Not atomic on purpose, so that a missing lock loses updates.
	void incrementUnprotected(Slot slot) {
		long seen = (long) LONGS.get(this.memory, offset(slot));
		LONGS.set(this.memory, offset(slot), seen + 1);
	}

	/** Sets everything to 0. No thread may use the memory meanwhile. */
	public void clear() {
		for (int offset = 0; offset < SIZE; offset += Long.BYTES) {
			LONGS.setVolatile(this.memory, offset, 0L);
		}
	}

	public long overlaps() {
		return get(Slot.OVERLAPS);
	}

	/** Returns how often the critical sections of all keys were entered. */
	public long passesOfAllKeys() {
		return IntStream.range(0, KEYS)
			.mapToLong((key) -> (long) LONGS.getVolatile(this.memory, offset(key) + Long.BYTES))
			.sum();
	}

	long swapInside(int key, long value) {
		return (long) LONGS.getAndSet(this.memory, offset(key), value);
	}

	// Not atomic on purpose, as above.
	void incrementUnprotected(int key) {
		int offset = offset(key) + Long.BYTES;
		LONGS.set(this.memory, offset, (long) LONGS.get(this.memory, offset) + 1);
	}

	// A key has two numbers: the thread inside, and the number of passes.
	private static int offset(int key) {
		return (Slot.values().length + key) * LINE;
	}

	// The order is the layout: all JVMs run the same classes.
	@SuppressWarnings("EnumOrdinal")
	private static int offset(Slot slot) {
		return slot.ordinal() * LINE;
	}

}
