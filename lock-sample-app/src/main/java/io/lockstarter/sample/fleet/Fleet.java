package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Starts and owns all instances of the shop. An instance that ends is started again,
 * unless it never came up. All instances end with this bean.
 */
@Component
public class Fleet implements DisposableBean {

	private static final int MAX_INSTANCES = 9;

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

	private final List<Instance> instances = new CopyOnWriteArrayList<>();

	private final List<Consumer<Instance>> listeners = new CopyOnWriteArrayList<>();

	private final AtomicInteger turn = new AtomicInteger();

	private final InstanceCommand command;

	private final int count;

	private final Duration restartAfter;

	private volatile boolean closing;

	Fleet(InstanceCommand command, @Value("${instances:3}") int count,
			@Value("${fleet.restart-after:4s}") Duration restartAfter) {
		if (count < 1 || count > MAX_INSTANCES) {
			throw new IllegalArgumentException("'instances' must be 1 to " + MAX_INSTANCES + ", but is " + count);
		}
		this.command = command;
		this.restartAfter = restartAfter;
		this.count = count;
		this.instances.add(start("shop-1"));
	}

	private Instance start(String name) {
		try {
			return Instance.start(name, this.command, this::changed);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not start " + name, ex);
		}
	}

	/**
	 * Adds a listener for every change of an instance. The listener is also called at
	 * once for each instance that exists.
	 */
	public void listen(Consumer<Instance> listener) {
		this.listeners.add(listener);
		this.instances.forEach(listener);
	}

	private void changed(Instance instance) {
		startTheOthers(instance);
		this.listeners.forEach((listener) -> listener.accept(instance));
		if (instance.state() == InstanceState.DOWN && instance.wasUp() && !this.closing) {
			CompletableFuture.delayedExecutor(this.restartAfter.toMillis(), TimeUnit.MILLISECONDS)
				.execute(() -> restart(instance));
		}
	}

	/**
	 * The other instances start after the first: alone, the first has all cores, and the
	 * shop opens sooner.
	 */
	private void startTheOthers(Instance first) {
		synchronized (this.instances) {
			while (first.state() == InstanceState.UP && this.instances.size() < this.count && !this.closing) {
				this.instances.add(start("shop-" + (this.instances.size() + 1)));
			}
		}
	}

	private void restart(Instance ended) {
		Instance next;
		synchronized (this.instances) {
			if (this.closing) {
				return;
			}
			next = start(ended.name());
			this.instances.set(this.instances.indexOf(ended), next);
		}
		changed(next);
	}

	public List<Instance> all() {
		return List.copyOf(this.instances);
	}

	/** Returns the configured number of instances. */
	public int size() {
		return this.count;
	}

	public List<Instance> up() {
		return this.instances.stream().filter((instance) -> instance.state() == InstanceState.UP).toList();
	}

	/** Returns the instances in turn, as a load balancer does. */
	public Instance next() {
		List<Instance> up = up();
		if (up.isEmpty()) {
			throw new NoInstanceException();
		}
		return up.get(Math.floorMod(this.turn.getAndIncrement(), up.size()));
	}

	@Override
	public void destroy() throws InterruptedException {
		synchronized (this.instances) {
			this.closing = true;
		}
		this.instances.forEach(Instance::close);
		for (Instance instance : this.instances) {
			instance.awaitEnd(STOP_TIMEOUT);
		}
	}

}
