package io.lockstarter.sample.fleet;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What the page asks of the launcher itself. */
@RestController
class FleetController {

	private static final int MOST_COURIERS = 100;

	private final FleetStatus status;

	private final Hub hub;

	private final Runs runs;

	private final Grabs grabs;

	private final Mishaps mishaps;

	FleetController(FleetStatus status, Hub hub, Runs runs, Grabs grabs, Mishaps mishaps) {
		this.status = status;
		this.hub = hub;
		this.runs = runs;
		this.grabs = grabs;
		this.mishaps = mishaps;
	}

	@GetMapping("/fleet")
	FleetView fleet() {
		return this.status.view();
	}

	@GetMapping("/events")
	SseEmitter events() {
		return this.hub.open();
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
	CompletableFuture<Grab> grab(@RequestParam(defaultValue = "12") int couriers) {
		if (couriers < 1 || couriers > MOST_COURIERS) {
			throw new ProblemException(HttpStatus.BAD_REQUEST, "Bad request",
					"There can be 1 to " + MOST_COURIERS + " couriers; not " + couriers);
		}
		return this.grabs.start(couriers);
	}

	@GetMapping("/mishaps")
	List<Story> story() {
		return this.mishaps.story();
	}

	@PostMapping("/mishaps/{mishap}")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void mishap(@PathVariable Mishap mishap) {
		this.mishaps.start(mishap);
	}

}
