package io.lockstarter.faults.drive;

import java.time.Duration;
import java.util.List;

/** What happens to the clients' machines. */
final class ClientFaults {

	private ClientFaults() {
	}

	static List<Fault> of(Fleet fleet, Duration ttl) {
		Fault freeze = new Fault("client frozen for longer than its ttl",
				(random) -> fleet.freeze(random.nextInt(fleet.size()), ttl.toMillis() * random.nextInt(16, 32) / 10));
		Fault kill = new Fault("client killed and replaced", (random) -> fleet.replace(random.nextInt(fleet.size())));
		return List.of(freeze, freeze, kill);
	}

}
