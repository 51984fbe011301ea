package io.lockstarter.benchmarks.fleet;

import java.util.List;

import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.peers.Peer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WorkerLifecycleTests {

	@Test
	void workersEndWithTheirFleet() {
		List<ProcessHandle> workers;
		try (Fleet fleet = new Fleet(Peer.UNLOCKED, FleetPlan.of(2))) {
			fleet.awaitReady();
			workers = fleet.processes();
			assertThat(workers).hasSize(2).allMatch(ProcessHandle::isAlive);
		}
		assertThat(workers).noneMatch(ProcessHandle::isAlive);
	}

	@Test
	void failureOfAWorkerHasItsReason() {
		try (Fleet fleet = new Fleet(Peer.UNLOCKED, FleetPlan.of(1))) {
			fleet.awaitReady();
			assertThatExceptionOfType(FleetException.class).isThrownBy(() -> fleet.all(Message.of("nonsense/run")))
				.withMessageContaining("nonsense");
		}
	}

}
