package io.lockstarter.embedded.proxy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The injected faults of a proxy. The first fault that matches a command applies to it.
 */
final class Faults {

	private final List<InjectedFault> waiting = new CopyOnWriteArrayList<>();

	InjectedFault inject(Fault fault, Predicate<Command> matching, int times) {
		InjectedFault injected = new InjectedFault(fault, matching, times);
		this.waiting.add(injected);
		return injected;
	}

	@Nullable InjectedFault claim(Command command) {
		this.waiting.removeIf(InjectedFault::isUsedUp);
		for (InjectedFault fault : this.waiting) {
			if (fault.claims(command)) {
				return fault;
			}
		}
		return null;
	}

	void removeAll() {
		this.waiting.forEach(InjectedFault::remove);
		this.waiting.clear();
	}

}
