package io.lockstarter.benchmarks.load;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class HistogramTests {

	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 1023, 1024, 2047, 2048, 2049, 123_456_789, 60_000_000_000L, Long.MAX_VALUE })
	void timesHaveThePrecisionOfAThousandth(long nanos) {
		Histogram histogram = new Histogram();
		histogram.add(nanos);
		assertThat(histogram.percentile(0.5)).isCloseTo((double) nanos, within(nanos / 1_000.0));
	}

	@Test
	void percentilesEqualThoseOfTheSortedTimes() {
		Histogram histogram = new Histogram();
		LongStream.rangeClosed(1, 1_000).forEach(histogram::add);
		assertThat(histogram.percentile(0.5)).isEqualTo(500);
		assertThat(histogram.percentile(0.99)).isEqualTo(990);
		assertThat(histogram.percentile(1)).isEqualTo(1_000);
	}

	@Test
	void parseReadsTextAndAddSumsUp() {
		Histogram histogram = new Histogram();
		histogram.add(5);
		histogram.add(5_000_000);
		Histogram sum = Histogram.parse(histogram.text()).add(histogram);
		assertThat(sum.count()).isEqualTo(4);
		assertThat(sum.percentile(0.5)).isEqualTo(5);
	}

	@Test
	void emptyHistogramHasNoPercentile() {
		assertThat(Histogram.parse(new Histogram().text()).percentile(0.5)).isNaN();
	}

}
