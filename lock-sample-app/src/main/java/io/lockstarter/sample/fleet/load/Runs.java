package io.lockstarter.sample.fleet.load;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.lockstarter.sample.fleet.Fleet;
import io.lockstarter.sample.fleet.InstanceClient;
import io.lockstarter.sample.fleet.ProblemException;
import io.lockstarter.sample.fleet.events.EventBroadcaster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Sends many purchases to all instances at once, and publishes the progress. One run at a
 * time; each starts with the full stock.
 */
@Component
public class Runs {

	static final String SKU = "teapot";

	private static final Logger logger = LoggerFactory.getLogger(Runs.class);

	/** More purchases at once would only wait for a connection. */
	private static final int MAX_CONCURRENT = 200;

	private static final long PROGRESS_MILLIS = 100;

	private final Clock clock = Clock.systemUTC();

	private final Map<String, Run> last = new ConcurrentSkipListMap<>();

	private final Fleet fleet;

	private final InstanceClient client;

	private final EventBroadcaster broadcaster;

	private final JsonMapper json;

	Runs(Fleet fleet, InstanceClient client, EventBroadcaster broadcaster, JsonMapper json) {
		this.fleet = fleet;
		this.client = client;
		this.broadcaster = broadcaster;
		this.json = json;
	}

	/** Returns the last run of each lock. */
	public List<Run> last() {
		return List.copyOf(this.last.values());
	}

	/** Starts a run and returns at once. */
	public Run start(RunRequest request) {
		this.fleet.next();
		Run run = new RunCounter(this.clock).running(request);
		synchronized (this.last) {
			if (this.last.values().stream().anyMatch(Run::running)) {
				throw new ProblemException(HttpStatus.CONFLICT, "Already running",
						"Another run is in progress; wait until it has finished");
			}
			this.last.put(run.lock(), run);
		}
		publish(run);
		Thread thread = new Thread(() -> run(request), "run");
		thread.setDaemon(true);
		thread.start();
		return run;
	}

	private void run(RunRequest request) {
		Run result = new RunCounter(this.clock).finished(request, 0, 0);
		try {
			this.client.send(this.fleet.next(), "PUT", "/stock/" + SKU + "?pieces=" + request.pieces()).get();
			RunCounter counter = new RunCounter(this.clock);
			await(sendPurchases(request, counter), request, counter);
			JsonNode line = stock();
			result = counter.finished(request, line.path("remaining").asInt(), line.path("orders").asInt());
		}
		catch (ExecutionException | InterruptedException | RuntimeException ex) {
			logger.warn("The run failed: {}", ex.toString());
		}
		finally {
			// The next run may start from now on. A client that sees this result can
			// start it at once.
			publish(result);
		}
	}

	private CompletableFuture<?> sendPurchases(RunRequest request, RunCounter counter) throws InterruptedException {
		String path = "/orders/" + SKU + "/buy?lock=" + request.lock();
		Semaphore permits = new Semaphore(MAX_CONCURRENT);
		List<CompletableFuture<?>> purchases = new ArrayList<>();
		for (int buyer = 0; buyer < request.buyers(); buyer++) {
			if (!permits.tryAcquire(PROGRESS_MILLIS, TimeUnit.MILLISECONDS)) {
				publish(counter.running(request));
				permits.acquire();
			}
			purchases.add(this.client.send(this.fleet.next(), "POST", path).handle((answer, failure) -> {
				counter.count(answer);
				permits.release();
				return null;
			}));
		}
		return CompletableFuture.allOf(purchases.toArray(CompletableFuture[]::new));
	}

	private void await(CompletableFuture<?> all, RunRequest request, RunCounter counter)
			throws InterruptedException, ExecutionException {
		while (!all.isDone()) {
			try {
				all.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (TimeoutException ex) {
				publish(counter.running(request));
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
		this.broadcaster.publish("run", run);
	}

}
