package io.lockstarter.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Passes elements to a consumer, in order and one at a time. It occupies at most one
 * thread of its executor. Adding never blocks.
 *
 * @param <E> the type of elements
 */
final class SerialQueue<E> {

	private final Queue<E> elements = new ConcurrentLinkedQueue<>();

	private final AtomicInteger size = new AtomicInteger();

	private final AtomicBoolean running = new AtomicBoolean();

	private final LongAdder dropped = new LongAdder();

	private final Executor executor;

	private final int capacity;

	private final Consumer<E> consumer;

	/**
	 * Creates an empty queue.
	 * @param executor runs the consumer
	 * @param capacity the largest number of elements that wait
	 * @param consumer receives the elements; must not throw
	 */
	SerialQueue(Executor executor, int capacity, Consumer<E> consumer) {
		this.executor = executor;
		this.capacity = capacity;
		this.consumer = consumer;
	}

	/**
	 * Adds an element.
	 * @param element the element
	 * @return {@code false} if the queue was full, so that the element was dropped
	 * @throws RuntimeException if the executor has no thread; the element stays in the
	 * queue until the next one is added
	 */
	boolean add(E element) {
		if (this.size.incrementAndGet() > this.capacity) {
			this.size.decrementAndGet();
			this.dropped.increment();
			return false;
		}
		this.elements.add(element);
		start();
		return true;
	}

	/** Returns whether all elements were delivered. */
	boolean isIdle() {
		return this.elements.isEmpty() && !this.running.get();
	}

	/** Returns the number of dropped elements. */
	long dropped() {
		return this.dropped.sum();
	}

	private void start() {
		if (this.running.compareAndSet(false, true)) {
			try {
				this.executor.execute(this::run);
			}
			catch (RuntimeException | Error ex) {
				this.running.set(false);
				throw ex;
			}
		}
	}

	private void run() {
		do {
			try {
				E element = this.elements.poll();
				while (element != null) {
					this.size.decrementAndGet();
					this.consumer.accept(element);
					element = this.elements.poll();
				}
			}
			finally {
				this.running.set(false);
			}
			// An element that was added just before is not left behind.
		}
		while (!this.elements.isEmpty() && this.running.compareAndSet(false, true));
	}

}
