package io.lockstarter.benchmarks.report;

import java.io.StringReader;
import java.util.List;
import java.util.Map;

import javax.xml.parsers.DocumentBuilderFactory;

import io.lockstarter.benchmarks.peers.Peer;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

class PictureTests {

	private final Results results = new Results();

	private final Report report = new Report(this.results, List.of(), List.of(), Map.of());

	@Test
	void runWithoutPointsHasNoPicture() {
		assertThat(this.report.picture()).isEmpty();
	}

	@Test
	void pictureIsXmlWithALineForEachContenderInEachDiagram() throws Exception {
		points(Peer.FLOOR);
		points(Peer.OURS);
		String svg = this.report.picture().orElseThrow();
		Document xml = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(svg)));
		assertThat(xml.getDocumentElement().getTagName()).isEqualTo("svg");
		// One more in the legend.
		assertThat(svg.split("class=\"line ours\"", -1)).hasSize(1 + 3);
		assertThat(svg.split("class=\"line floor\"", -1)).hasSize(1 + 3);
		assertThat(svg).doesNotContain("class=\"line redisson\"").doesNotContain("NaN").contains("dark");
	}

	@Test
	void pointIsTheMedianOfItsRounds() {
		for (double rate : new double[] { 3, 100, 1 }) {
			this.results.curves().add(Curve.ONE_KEY, Peer.OURS, 4, rate);
		}
		assertThat(this.results.curves().line(Curve.ONE_KEY, Peer.OURS)).containsExactly(Map.entry(4, 3.0));
		assertThat(this.report.json()).contains("\"ONE_KEY\": {\"ours\": {\"4\": 3.0}}");
	}

	@Test
	void linearAxisBeginsAtZeroAndContainsAllValues() {
		Axis axis = Axis.around(false, 900, 23_000);
		assertThat(axis.ticks()).startsWith(0.0).hasSizeBetween(3, 8);
		assertThat(axis.position(0)).isZero();
		assertThat(axis.position(23_000)).isBetween(0.7, 1.0);
	}

	@Test
	void logarithmicAxisHasATickForEachPowerOfTen() {
		Axis axis = Axis.around(true, 1_900, 520_000);
		assertThat(axis.ticks()).containsExactly(1_000.0, 10_000.0, 100_000.0, 1_000_000.0);
		assertThat(axis.position(10_000)).isBetween(0.33, 0.34);
		assertThat(Axis.label(10_000)).isEqualTo("10k");
	}

	private void points(Peer peer) {
		for (Curve curve : Curve.values()) {
			for (int threads = 1; threads <= 64; threads *= 2) {
				this.results.curves().add(curve, peer, threads, 1_000.0 * threads);
			}
		}
	}

}
