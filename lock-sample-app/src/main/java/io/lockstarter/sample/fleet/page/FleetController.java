package io.lockstarter.sample.fleet.page;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.sample.fleet.ProblemException;
import io.lockstarter.sample.fleet.events.EventBroadcaster;
import io.lockstarter.sample.fleet.failure.FailureDemos;
import io.lockstarter.sample.fleet.failure.FailureKind;
import io.lockstarter.sample.fleet.failure.FailureStep;
import io.lockstarter.sample.fleet.load.DeliveryRace;
import io.lockstarter.sample.fleet.load.DeliveryRaces;
import io.lockstarter.sample.fleet.load.Run;
import io.lockstarter.sample.fleet.load.RunRequest;
import io.lockstarter.sample.fleet.load.Runs;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Serves the requests of the page to the launcher itself. */
@RestController
class FleetController {

	private static final int MAX_COURIERS = 100;

	private final FleetStatus status;

	private final EventBroadcaster broadcaster;

	private final Runs runs;

	private final DeliveryRaces races;

	private final FailureDemos failures;

	private final LockNumbersReader numbers;

	FleetController(FleetStatus status, EventBroadcaster broadcaster, Runs runs, DeliveryRaces races,
			FailureDemos failures, LockNumbersReader numbers) {
		this.status = status;
		this.broadcaster = broadcaster;
		this.runs = runs;
		this.races = races;
		this.failures = failures;
		this.numbers = numbers;
	}

	@GetMapping("/fleet")
	FleetView fleet() {
		return this.status.view();
	}

	@GetMapping("/events")
	SseEmitter events() {
		return this.broadcaster.open();
	}

	@GetMapping("/numbers")
	CompletableFuture<List<LockNumbers>> numbers() {
		return this.numbers.read();
	}

	@GetMapping("/runs")
	List<Run> runs() {
		return this.runs.last();
	}

	@PostMapping("/runs")
	@ResponseStatus(HttpStatus.ACCEPTED)
	Run run(@RequestParam String lock, @RequestParam(defaultValue = "200") int buyers,
			@RequestParam(defaultValue = "60") int pieces) {
		return this.runs.start(new RunRequest(lock, buyers, pieces));
	}

	@PostMapping("/grabs")
	CompletableFuture<DeliveryRace> race(@RequestParam(defaultValue = "12") int couriers) {
		if (couriers < 1 || couriers > MAX_COURIERS) {
			throw new ProblemException(HttpStatus.BAD_REQUEST, "Bad request",
					"'couriers' must be 1 to " + MAX_COURIERS + ", but is " + couriers);
		}
		return this.races.start(couriers);
	}

	@GetMapping("/mishaps")
	List<FailureStep> failures() {
		return this.failures.steps();
	}

	@PostMapping("/mishaps/{mishap}")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void startFailure(@PathVariable FailureKind mishap) {
		this.failures.start(mishap);
	}

}
