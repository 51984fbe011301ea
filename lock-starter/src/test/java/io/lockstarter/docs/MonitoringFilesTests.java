package io.lockstarter.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.jayway.jsonpath.JsonPath;
import io.lockstarter.LockEvent;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.observability.metrics.LockInstanceMeters;
import io.lockstarter.observability.metrics.LockMeter;
import io.lockstarter.observability.metrics.LockMetrics;
import io.lockstarter.observability.tracing.LockObservation;
import io.lockstarter.store.MonotonicClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the dashboard, the alert rules and the page about observability with the names
 * that Prometheus receives.
 */
@SuppressWarnings("NullAway")
class MonitoringFilesTests {

	private static final Path DOCS = Path.of("..", "docs");

	private static final Pattern METRIC = Pattern.compile("distributed_lock_[a-z_]+");

	private static final Pattern LABELS = Pattern.compile("\\{([^{}]*)\\}|by \\(([^)]*)\\)");

	/** Prometheus and the configuration of its jobs add these. */
	private static final Set<String> LABELS_OF_PROMETHEUS = Set.of("instance");

	private final Set<String> metrics = new TreeSet<>();

	private final Set<String> labels = new TreeSet<>(LABELS_OF_PROMETHEUS);

	MonitoringFilesTests() {
		PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
		LockMetrics observer = new LockMetrics(registry);
		try (LockThreads threads = new LockThreads(MonotonicClock.system())) {
			LockEngine engine = new LockEngine(new InMemoryLockStore(MonotonicClock.system()), LockSettings.DEFAULT,
					List.of(), List.of(observer), threads);
			new LockInstanceMeters(engine).bindTo(registry);
			engine.acquire("k").close();
			observer.on(new LockEvent.Lost(LockRequest.of("k"), 1, Instant.EPOCH, "t", Duration.ZERO,
					LockLostException.Reason.EXPIRED), this);
			observer.on(new LockEvent.Failed(LockRequest.of("k"), 1, Instant.EPOCH, "t", LockEvent.Operation.RENEW,
					new IllegalStateException()), this);
			for (String line : registry.scrape().lines().toList()) {
				if (!line.startsWith("#")) {
					this.metrics.add(line.replaceAll("[{ ].*", ""));
					Matcher label = Pattern.compile("([a-z_]+)=\"").matcher(line);
					while (label.find()) {
						this.labels.add(label.group(1));
					}
				}
			}
		}
	}

	@Test
	void dashboardUsesMetricsThatExist() throws IOException {
		String dashboard = read("monitoring/grafana-dashboard.json");
		List<String> expressions = JsonPath.read(dashboard, "$.panels[*].targets[*].expr");
		assertThat(expressions).isNotEmpty().allSatisfy(this::check);
		String variable = JsonPath.<List<String>>read(dashboard, "$.templating.list[?(@.name == 'lock')].query").get(0);
		assertThat(this.metrics).containsAll(names(variable));
		Set<String> shown = expressions.stream().flatMap((each) -> names(each).stream()).collect(Collectors.toSet());
		assertThat(LockMeter.values()).as("every meter is shown")
			.allSatisfy((meter) -> assertThat(shown)
				.anySatisfy((name) -> assertThat(name).startsWith(meter.getName().replace('.', '_'))));
	}

	@Test
	void alertsUseMetricsThatExistAndHaveAnEntryInTheGuide() throws IOException {
		Map<String, List<Map<String, Object>>> file = new Yaml().load(read("monitoring/prometheus-alerts.yml"));
		@SuppressWarnings("unchecked")
		List<Map<String, Object>> rules = (List<Map<String, Object>>) file.get("groups").get(0).get("rules");
		String guide = read("operations.md");
		assertThat(rules).isNotEmpty().allSatisfy((rule) -> {
			check((String) rule.get("expr"));
			assertThat(guide).contains("`" + rule.get("alert") + "`");
		});
	}

	@Test
	void pageListsAllMetersTagsAndObservations() throws IOException {
		String page = read("observability.md");
		for (LockMeter meter : LockMeter.values()) {
			String tags = List.of(meter.getKeyNames())
				.stream()
				.map((tag) -> "`" + tag.asString() + "`")
				.collect(Collectors.joining(", "));
			assertThat(page).contains("| `" + meter.getName() + "` | " + meter.getType().name().toLowerCase(Locale.ROOT)
					+ " | " + tags + " |");
		}
		for (LockObservation observation : LockObservation.values()) {
			assertThat(page).contains("`" + observation.getName() + "`");
			assertThat(List.of(observation.getLowCardinalityKeyNames()))
				.allSatisfy((name) -> assertThat(page).contains("`" + name.asString() + "`"));
		}
		for (Class<?> event : LockEvent.class.getDeclaredClasses()) {
			if (LockEvent.class.isAssignableFrom(event)) {
				assertThat(page).contains("| `" + event.getSimpleName() + "` |");
			}
		}
	}

	private void check(String expression) {
		assertThat(names(expression)).as(expression).isNotEmpty();
		assertThat(this.metrics).as(expression).containsAll(names(expression));
		Matcher matcher = LABELS.matcher(expression);
		while (matcher.find()) {
			String found = (matcher.group(1) != null) ? matcher.group(1).replaceAll("[=!]~?\"[^\"]*\"", "")
					: matcher.group(2);
			assertThat(this.labels).as(expression).containsAll(List.of(found.trim().split("\\s*,\\s*")));
		}
	}

	private static Set<String> names(String expression) {
		Set<String> names = new LinkedHashSet<>();
		Matcher matcher = METRIC.matcher(expression);
		while (matcher.find()) {
			names.add(matcher.group());
		}
		return names;
	}

	private static String read(String name) throws IOException {
		return Files.readString(DOCS.resolve(name));
	}

}
