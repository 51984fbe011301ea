package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockListener;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.observability.metrics.LockInstanceMeters;
import io.lockstarter.observability.metrics.LockMetrics;
import io.lockstarter.testsupport.VirtualTime;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/**
 * An instance in virtual time whose meters are scraped once a minute, as by Prometheus.
 */
public final class MonitoredInstance {

	private static final String ABSENT = "_";

	private final String name;

	private final VirtualTime time = new VirtualTime();

	private final FaultyStore store = new FaultyStore(new InMemoryLockStore(this.time));

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT,
			new PrometheusRegistry(), new VirtualClock());

	private final LockEngine locks;

	private final Map<String, List<String>> series = new LinkedHashMap<>();

	private int scrapes;

	/**
	 * Creates an instance, and scrapes it for the first time.
	 * @param name the value of its label {@code instance}
	 */
	public MonitoredInstance(String name) {
		this.name = name;
		Executor soon = (task) -> this.time.at(this.time.nanos(), task);
		LockListener listener = new LockListener() {
		};
		this.locks = new LockEngine(this.store, LockSettings.DEFAULT, List.of(listener),
				List.of(new LockMetrics(this.registry)),
				new EngineRuntime(this.time, this.time, soon, soon, soon, soon, soon, soon));
		new LockInstanceMeters(this.locks).bindTo(this.registry);
		scrape();
	}

	public LockEngine locks() {
		return this.locks;
	}

	/** Sets whether commands are applied, but their replies are lost. */
	public void loseReplies(boolean lost) {
		this.store.repliesLost = lost;
	}

	/** Passes a minute, and scrapes. */
	public void minute() {
		this.time.pass(Duration.ofMinutes(1));
		scrape();
	}

	/** Passes a minute in which no task of the instance runs, and scrapes. */
	public void minuteWithoutCpu() {
		this.time.jump(Duration.ofMinutes(1));
		scrape();
	}

	/**
	 * Returns all that was scraped.
	 * @return the values of each series, in the notation of promtool
	 */
	public Map<String, List<String>> series() {
		return this.series;
	}

	private void scrape() {
		this.registry.scrape().lines().filter((line) -> !line.startsWith("#")).forEach((line) -> {
			int end = line.lastIndexOf(' ');
			this.series
				.computeIfAbsent(withInstance(line.substring(0, end)),
						(absent) -> new ArrayList<>(Collections.nCopies(this.scrapes, ABSENT)))
				.add(line.substring(end + 1));
		});
		this.scrapes++;
	}

	private String withInstance(String scraped) {
		String instance = "instance=\"" + this.name + "\"}";
		return scraped.endsWith("}") ? scraped.substring(0, scraped.length() - 1) + "," + instance
				: scraped + "{" + instance;
	}

	private final class VirtualClock implements Clock {

		@Override
		public long wallTime() {
			return TimeUnit.NANOSECONDS.toMillis(monotonicTime());
		}

		@Override
		public long monotonicTime() {
			return MonitoredInstance.this.time.nanos();
		}

	}

}
