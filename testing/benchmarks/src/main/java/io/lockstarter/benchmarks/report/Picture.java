package io.lockstarter.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.lockstarter.benchmarks.peers.Peer;

/**
 * Draws the curves as SVG: a diagram for each curve, side by side, and a legend. The
 * picture has a background of its own, and dark colors for readers who prefer them.
 */
final class Picture {

	private static final int WIDTH = 860;

	private static final int HEIGHT = 370;

	private static final int TOP = 92;

	private static final int PLOT_WIDTH = 335;

	private static final int PLOT_HEIGHT = 220;

	private static final int LEFT = 60;

	private static final int NEXT = 435;

	private static final String STYLE = """
			<style>
			text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-size: 13px; fill: #1f2328; }
			.title { font-size: 15px; font-weight: 600; }
			.quiet { fill: #59636e; }
			.back { fill: #ffffff; stroke: #d1d9e0; }
			.grid { stroke: #d1d9e0; stroke-width: 1; }
			.line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
			.ours { stroke: #0550ae; } .ours-mark { fill: #0550ae; }
			.redisson { stroke: #bc4c00; } .redisson-mark { fill: #bc4c00; }
			.si-spin { stroke: #116329; } .si-spin-mark { fill: #116329; }
			.floor { stroke: #59636e; stroke-dasharray: 5 4; } .floor-mark { fill: #59636e; }
			@media (prefers-color-scheme: dark) {
			text { fill: #f0f6fc; }
			.quiet { fill: #b7bdc8; }
			.back { fill: #0d1117; stroke: #3d444d; }
			.grid { stroke: #3d444d; }
			.ours { stroke: #79c0ff; } .ours-mark { fill: #79c0ff; }
			.redisson { stroke: #ffa657; } .redisson-mark { fill: #ffa657; }
			.si-spin { stroke: #7ee787; } .si-spin-mark { fill: #7ee787; }
			.floor { stroke: #b7bdc8; } .floor-mark { fill: #b7bdc8; }
			}
			</style>
			""";

	private static final Map<Peer, String> NAMES = Map.of(Peer.OURS, "ours", Peer.REDISSON, "Redisson",
			Peer.SPRING_SPIN, "Spring Integration", Peer.FLOOR, "floor (plain Lettuce)");

	private final StringBuilder svg = new StringBuilder();

	private final Curves curves;

	Picture(Curves curves) {
		this.curves = curves;
	}

	String text() {
		add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">",
				WIDTH, HEIGHT, WIDTH, HEIGHT);
		add("<title>Acquisitions per second over the number of threads</title>");
		this.svg.append(STYLE);
		add("<rect class=\"back\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>", WIDTH - 1, HEIGHT - 1);
		legend();
		int left = LEFT;
		for (Curve curve : Curve.values()) {
			diagram(curve, left);
			left += NEXT;
		}
		add("</svg>");
		return this.svg.toString();
	}

	private void legend() {
		int x = LEFT;
		for (Peer peer : this.curves.peers()) {
			add("<path class=\"line %s\" d=\"M%d 28h30\"/>", peer.id(), x);
			mark(peer, x + 15, 28);
			add("<text x=\"%d\" y=\"32\">%s</text>", x + 38, name(peer));
			x += 70 + 8 * name(peer).length();
		}
	}

	private static String name(Peer peer) {
		return NAMES.getOrDefault(peer, peer.id());
	}

	private void diagram(Curve curve, int left) {
		TreeSet<Integer> threads = new TreeSet<>();
		TreeSet<Double> rates = new TreeSet<>();
		this.curves.peers().forEach((peer) -> {
			threads.addAll(this.curves.line(curve, peer).keySet());
			rates.addAll(this.curves.line(curve, peer).values());
		});
		add("<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>", left, TOP - 32, curve.title());
		add("<text class=\"quiet\" x=\"%d\" y=\"%d\">acquisitions/s</text>", left, TOP - 13);
		add("<text class=\"quiet\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">threads</text>", left + PLOT_WIDTH / 2,
				TOP + PLOT_HEIGHT + 42);
		if (!rates.isEmpty()) {
			Axis axis = Axis.around(curve.isLogarithmic(), rates.first(), rates.last());
			grid(axis, List.copyOf(threads), left);
			this.curves.peers().forEach((peer) -> line(peer, this.curves.line(curve, peer), axis, threads, left));
		}
	}

	private void grid(Axis axis, List<Integer> threads, int left) {
		for (double tick : axis.ticks()) {
			double y = y(axis, tick);
			add("<path class=\"grid\" d=\"M%d %.1fh%d\"/>", left, y, PLOT_WIDTH);
			add("<text class=\"quiet\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", left - 8, y + 4,
					Axis.label(tick));
		}
		for (int index = 0; index < threads.size(); index++) {
			add("<text class=\"quiet\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>",
					x(left, index, threads.size()), TOP + PLOT_HEIGHT + 20, threads.get(index));
		}
	}

	private void line(Peer peer, NavigableMap<Integer, Double> line, Axis axis, NavigableSet<Integer> threads,
			int left) {
		Map<Double, Double> points = new LinkedHashMap<>();
		line.forEach(
				(number, rate) -> points.put(x(left, threads.headSet(number).size(), threads.size()), y(axis, rate)));
		String path = points.entrySet()
			.stream()
			.map((point) -> String.format(Locale.ROOT, "%.1f %.1f", point.getKey(), point.getValue()))
			.collect(Collectors.joining("L", "M", ""));
		add("<path class=\"line %s\" d=\"%s\"/>", peer.id(), path);
		points.forEach((x, y) -> mark(peer, x, y));
	}

	// The shapes differ, so that the lines can be told apart without colors.
	private void mark(Peer peer, double x, double y) {
		String shape = switch (peer) {
			case OURS -> "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z";
			case REDISSON -> "m-4-4h8v8h-8z";
			case SPRING_SPIN -> "m0-6l5.5 10h-11z";
			default -> "m0-5l5 5l-5 5l-5-5z";
		};
		add("<path class=\"%s-mark\" d=\"M%.1f %.1f%s\"/>", peer.id(), x, y, shape);
	}

	private static double x(int left, int index, int count) {
		return left + PLOT_WIDTH * (index + 0.5) / count;
	}

	private static double y(Axis axis, double value) {
		return TOP + PLOT_HEIGHT * (1 - axis.position(value));
	}

	private void add(String format, Object... values) {
		this.svg.append(String.format(Locale.ROOT, format, values)).append('\n');
	}

}
