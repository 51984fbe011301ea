package io.lockstarter.benchmarks.local;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.observability.metrics.LockMetrics;
import io.lockstarter.store.MonotonicClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what the meters cost a locked call: the difference between the two values of
 * {@code observer}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class MetricsBenchmark {

	/** The observers of the instance. */
	@Param({ "none", "metrics" })
	private String observer = "none";

	@SuppressWarnings("NullAway.Init")
	private LockThreads threads;

	@SuppressWarnings("NullAway.Init")
	private LockEngine locks;

	private final LockRequest request = LockRequest.of("order:42").withName("order:#<id>");

	@Setup
	public void start() {
		List<LockObserver> observers = this.observer.equals("none") ? List.of()
				: List.of(new LockMetrics(new SimpleMeterRegistry()));
		this.threads = new LockThreads(MonotonicClock.system());
		this.locks = new LockEngine(new NoLockStore(), LockSettings.DEFAULT, List.of(), observers, this.threads);
	}

	@TearDown
	public void stop() {
		this.locks.close(Duration.ZERO);
		this.threads.close();
	}

	@Benchmark
	public void lockedCall() {
		this.locks.acquire(this.request).close();
	}

}
