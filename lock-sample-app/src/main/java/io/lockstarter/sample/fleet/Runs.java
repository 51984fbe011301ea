package io.lockstarter.sample.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Fires purchases at all instances, and says how far it is. One run at a time; each
 * starts with a full shelf.
 */
@Component
class Runs {

	static final String SKU = "teapot";

	private static final Logger logger = LoggerFactory.getLogger(Runs.class);

	/** More at once would only wait for a connection. */
	private static final int AT_ONCE = 200;

	private static final long PROGRESS_MILLIS = 100;

	private final Map<String, Run> last = new ConcurrentSkipListMap<>();

	private final AtomicBoolean running = new AtomicBoolean();

	private final Fleet fleet;

	private final InstanceClient client;

	private final Hub hub;

	private final JsonMapper json;

	Runs(Fleet fleet, InstanceClient client, Hub hub, JsonMapper json) {
		this.fleet = fleet;
		this.client = client;
		this.hub = hub;
		this.json = json;
	}

	/** The last run of each way. */
	List<Run> last() {
		return List.copyOf(this.last.values());
	}

	/** Starts a run, and does not wait for its end. */
	Run start(RunRequest request) {
		this.fleet.next();
		if (!this.running.compareAndSet(false, true)) {
			throw new ProblemException(HttpStatus.CONFLICT, "Under way", "Another run is under way; wait for its end");
		}
		Run run = new Tally().underWay(request);
		publish(run);
		Thread thread = new Thread(() -> run(request), "run");
		thread.setDaemon(true);
		thread.start();
		return run;
	}

	private void run(RunRequest request) {
		try {
			this.client.send(this.fleet.next(), "PUT", "/stock/" + SKU + "?pieces=" + request.pieces()).get();
			Tally tally = new Tally();
			await(fire(request, tally), request, tally);
			JsonNode line = stock();
			publish(tally.over(request, line.path("remaining").asInt(), line.path("orders").asInt()));
		}
		catch (ExecutionException | InterruptedException | RuntimeException ex) {
			logger.warn("The run was given up: {}", ex.toString());
			publish(new Tally().over(request, 0, 0));
		}
		finally {
			this.running.set(false);
		}
	}

	private CompletableFuture<?> fire(RunRequest request, Tally tally) throws InterruptedException {
		String path = "/orders/" + SKU + "/buy?lock=" + request.lock();
		Semaphore atOnce = new Semaphore(AT_ONCE);
		List<CompletableFuture<?>> purchases = new ArrayList<>();
		for (int buyer = 0; buyer < request.buyers(); buyer++) {
			if (!atOnce.tryAcquire(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
				publish(tally.underWay(request));
				atOnce.acquire();
			}
			purchases.add(this.client.send(this.fleet.next(), "POST", path).handle((answer, failure) -> {
				tally.count(answer);
				atOnce.release();
				return null;
			}));
		}
		return CompletableFuture.allOf(purchases.toArray(CompletableFuture[]::new));
	}

	private void await(CompletableFuture<?> all, RunRequest request, Tally tally)
			throws InterruptedException, ExecutionException {
		while (!all.isDone()) {
			try {
				all.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (TimeoutException ex) {
				publish(tally.underWay(request));
			}
		}
	}

	private JsonNode stock() throws ExecutionException, InterruptedException {
		String body = this.client.send(this.fleet.next(), "GET", "/stock").get().body();
		return this.json.readTree(body)
			.valueStream()
			.filter((line) -> line.path("sku").asString().equals(SKU))
			.findFirst()
			.orElseThrow();
	}

	private void publish(Run run) {
		this.last.put(run.lock(), run);
		this.hub.publish("run", run);
	}

}
