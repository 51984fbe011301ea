package io.lockstarter.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Report;
import io.lockstarter.benchmarks.report.Results;
import io.lockstarter.benchmarks.scenarios.Progress;
import io.lockstarter.benchmarks.scenarios.Scenarios;
import org.jspecify.annotations.Nullable;

/**
 * Compares the lock of this library with others, on real servers and in several JVMs.
 * Prints the tables and the same figures as JSON. A complete run also writes the
 * document, and the figures in README.md. Ends with status 1 if our lock failed, or if
 * two threads held it at the same time.
 */
public final class Comparison {

	private final Options options;

	private final Progress progress;

	private final Results results = new Results();

	private Comparison(Options options, Progress progress) {
		this.options = options;
		this.progress = progress;
	}

	public static void main(String[] args) throws IOException {
		Options options = Options.of(System::getProperty);
		Report report = run(options, new Progress(System.err, Boolean.getBoolean("benchmark.console")));
		String markdown = report.markdown();
		System.out.println(markdown);
		System.out.println(report.json());
		write(options.json().orElse(null), report.json());
		if (options.isComplete()) {
			String page = Document.text(markdown);
			write(options.document().orElse(null), page);
			Path readme = options.readme().orElse(null);
			if (readme != null) {
				Files.writeString(readme, new ReadmeFigures(page).in(Files.readString(readme)));
			}
		}
		Path picture = options.picture().orElse(null);
		if (picture != null && report.picture().isPresent()) {
			write(picture, report.picture().get().stripTrailing());
		}
		boolean valid = report.peers().stream().filter(Peer::isOurs).allMatch(report.results()::isValid);
		System.exit(valid ? 0 : 1);
	}

	static Report run(Options options, Progress progress) {
		return new Comparison(options, progress).run();
	}

	private Report run() {
		List<Peer> peers = this.options.peers().stream().filter(Peer::isAvailable).toList();
		this.options.peers()
			.stream()
			.filter((peer) -> !peer.isAvailable())
			.forEach((peer) -> this.results.note(peer.id(), "not in this build"));
		Scenarios.run(this.options.scenarios(), peers, this.options.measurement(), this.results, this.progress);
		this.progress.end();
		List<Figure> figures = Arrays.stream(Figure.values())
			.filter((figure) -> this.options.scenarios().contains(figure.scenario()))
			.toList();
		return new Report(this.results, peers, figures, Facts.of(this.options));
	}

	private static void write(@Nullable Path file, String text) throws IOException {
		if (file != null) {
			Files.createDirectories(file.toAbsolutePath().getParent());
			Files.writeString(file, text + "\n");
		}
	}

}
