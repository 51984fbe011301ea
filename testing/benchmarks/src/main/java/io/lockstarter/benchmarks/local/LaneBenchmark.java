package io.lockstarter.benchmarks.local;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.store.MonotonicClock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures one uncontended acquire and release without a lock server: request, lane,
 * handle and events. {@code -prof gc} adds the bytes per operation.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LaneBenchmark {

	private static final String KEY = "order:4711";

	private static final LockRequest REQUEST = LockRequest.of(KEY);

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockEngine engine = new LockEngine(new NoLockStore(), LockSettings.DEFAULT, List.of(), this.threads);

	/** Lets the watchdog set its alarm, so that no cycle has to do it. */
	@Setup
	public void start() {
		byKey();
	}

	@TearDown
	public void stop() {
		this.threads.close();
	}

	@Benchmark
	public boolean byKey() {
		return this.engine.acquire(KEY).release();
	}

	@Benchmark
	public boolean byRequest() {
		return this.engine.acquire(REQUEST).release();
	}

}
