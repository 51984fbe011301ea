package io.lockstarter.faults.drive;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** The faults of the client JVMs. */
final class ClientFaults {

	private static final int INTERRUPTS = 30;

	private ClientFaults() {
	}

	static List<Fault> of(Fleet fleet, Duration ttl) {
		Fault freeze = new Fault("client frozen for longer than its ttl",
				(random) -> fleet.freeze(random.nextInt(fleet.size()), ttl.toMillis() * random.nextInt(16, 32) / 10));
		Fault kill = new Fault("client killed and replaced", (random) -> fleet.replace(random.nextInt(fleet.size())));
		return List.of(freeze, freeze, kill, new Fault("threads interrupted", (random) -> interrupt(fleet, random)));
	}

	/** Interrupts often enough to hit waits, commands, critical sections and releases. */
	private static void interrupt(Fleet fleet, RandomGenerator random) {
		for (int i = 0; i < INTERRUPTS; i++) {
			fleet.interrupt(random.nextInt(fleet.size()), random.nextInt(Plan.THREADS));
			Pause.millis(random.nextInt(1, 40));
		}
	}

}
