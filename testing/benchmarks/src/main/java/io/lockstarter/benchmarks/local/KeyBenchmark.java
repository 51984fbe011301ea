package io.lockstarter.benchmarks.local;

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.lockstarter.aop.key.KeyTemplate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the resolution of a key from a template and arguments. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KeyBenchmark {

	private final KeyTemplate parameter = template("order:#<id>");

	private final KeyTemplate path = template("order:#order.id");

	private final KeyTemplate expression = template("order:#<order.id + 1>");

	private final Object[] arguments = { 4_711L, new Order(4_711L) };

	@Benchmark
	public String parameter() {
		return this.parameter.resolve(this.arguments);
	}

	@Benchmark
	public String path() {
		return this.path.resolve(this.arguments);
	}

	@Benchmark
	public String expression() {
		return this.expression.resolve(this.arguments);
	}

	private static KeyTemplate template(String template) {
		try {
			return KeyTemplate.parse(template, KeyBenchmark.class.getDeclaredMethod("example", long.class, Order.class),
					UnaryOperator.identity());
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static void example(long id, Order order) {
	}

	record Order(long id) {
	}

}
