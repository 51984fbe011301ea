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

/**
 * Holds numbers that all JVMs of a contender share, in a file that each of them maps.
 * Each number has its own cache line.
 */
public final class SharedMemory {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	private static final int LINE = 128;

	private final ByteBuffer memory;

	public SharedMemory(Path file) {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
				StandardOpenOption.CREATE)) {
			this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) LINE * Slot.values().length);
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

	// Not atomic on purpose, so that a missing lock loses updates.
	void incrementUnprotected(Slot slot) {
		long seen = (long) LONGS.get(this.memory, offset(slot));
		LONGS.set(this.memory, offset(slot), seen + 1);
	}

	// The order is the layout: all JVMs run the same classes.
	@SuppressWarnings("EnumOrdinal")
	private static int offset(Slot slot) {
		return slot.ordinal() * LINE;
	}

}
