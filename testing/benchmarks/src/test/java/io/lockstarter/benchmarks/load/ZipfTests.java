package io.lockstarter.benchmarks.load;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ZipfTests {

	private final Zipf zipf = new Zipf(3);

	/** The shares are 6/11, 3/11 and 2/11. */
	@Test
	void drawsTheFirstNumberMostOften() {
		assertThat(this.zipf.draw(0)).isEqualTo(0);
		assertThat(this.zipf.draw(5.9 / 11)).isEqualTo(0);
		assertThat(this.zipf.draw(6.1 / 11)).isEqualTo(1);
		assertThat(this.zipf.draw(8.9 / 11)).isEqualTo(1);
		assertThat(this.zipf.draw(9.1 / 11)).isEqualTo(2);
	}

	@Test
	void drawsNoNumberPastTheEnd() {
		assertThat(this.zipf.draw(Math.nextDown(1.0))).isEqualTo(2);
	}

}
