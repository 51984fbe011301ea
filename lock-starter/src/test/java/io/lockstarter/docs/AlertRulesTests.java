package io.lockstarter.docs;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.jayway.jsonpath.JsonPath;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.MonitoredInstance;
import io.lockstarter.leader.LeaderElection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Proves the alert rules and the dashboard with promtool, on what instances of the
 * library publish in half an hour of virtual time.
 */
@Tag("nightly")
@Timeout(120)
@EnabledIf("isPromtoolInstalled")
@ExtendWith(OutputCaptureExtension.class)
class AlertRulesTests {

	private static final int MINUTES = 30;

	private static final Path MONITORING = Path.of("..", "docs", "monitoring").toAbsolutePath().normalize();

	private static final LockRequest ORDER = LockRequest.of("order:42").withName("order:#<id>");

	private static final Map<String, List<String>> SCRAPED = new LinkedHashMap<>();

	@TempDir
	private Path directory;

	static boolean isPromtoolInstalled() {
		return Stream.of(System.getenv("PATH").split(File.pathSeparator))
			.anyMatch((each) -> Files.isExecutable(Path.of(each, "promtool")));
	}

	@BeforeAll
	static void scrape() {
		Stream.of(healthy(), losing(), leadingAndStuck(), busy(), late(), withoutReplies(), withSlowListener())
			.forEach((instance) -> SCRAPED.putAll(instance.series()));
	}

	@Test
	void eachAlertFiresForItsInstanceAndNoOther() throws Exception {
		List<Map<String, Object>> fired = List.of(fired("DistributedLockBusy", "name", "report"),
				fired("DistributedLockEventsDropped", "instance", "slow listener"),
				fired("DistributedLockHeldForLong", "instance", "leading and stuck", "name", ORDER.name()),
				fired("DistributedLockLost", "instance", "losing", "name", ORDER.name()),
				fired("DistributedLockLost", "instance", "without replies", "name", ORDER.name()),
				fired("DistributedLockRenewalLate", "instance", "late"),
				fired("DistributedLockRenewalsFail", "instance", "without replies"),
				fired("DistributedLockServerErrors", "instance", "without replies", "kind", "unknown"),
				fired("DistributedLockUnconfirmedTokens", "instance", "without replies"));
		assertThat(promtool(SCRAPED, alerts(MINUTES, fired))).isEqualTo("SUCCESS");
	}

	@Test
	void lossAlertStartsWithTheFirstLossAndEnds() throws Exception {
		Map<String, List<String>> scraped = losing().series();
		List<Map<String, Object>> lost = List
			.of(fired("DistributedLockLost", "instance", "losing", "name", ORDER.name()));
		String firing = "ALERTS{alertstate=\"firing\"}";
		assertThat(
				promtool(scraped,
						List.of(expectation("count by (alertname, instance, name) (" + firing + ")", 7, lost),
								expectation(firing, 6, List.of()), expectation(firing, 20, List.of()))))
			.isEqualTo("SUCCESS");
	}

	@Test
	void firstLossWouldBeMissedIfItsCounterDidNotBeginWithZero() throws Exception {
		Map<String, List<String>> scraped = new LinkedHashMap<>(losing().series());
		scraped.replaceAll((name, values) -> name.startsWith("distributed_lock_losses_total")
				? values.stream().map((value) -> value.equals("0.0") ? "_" : value).toList() : values);
		assertThat(promtool(scraped, alerts(MINUTES, List.of()))).as("no alert").isEqualTo("SUCCESS");
	}

	@Test
	void eachPanelOfTheDashboardShowsValues() throws Exception {
		List<String> expressions = JsonPath.read(Files.readString(MONITORING.resolve("grafana-dashboard.json")),
				"$.panels[*].targets[*].expr");
		assertThat(promtool(SCRAPED,
				expressions.stream()
					.map((each) -> each.replace("$lock", ".*").replace("$__rate_interval", "4m"))
					.map((each) -> expectation("count(" + each + ") > bool 0", MINUTES, List.of(sample("{}"))))
					.toList()))
			.isEqualTo("SUCCESS");
	}

	private static MonitoredInstance healthy() {
		MonitoredInstance instance = new MonitoredInstance("healthy");
		for (int i = 0; i < MINUTES; i++) {
			LockHandle handle = instance.locks().acquire(ORDER);
			instance.minute();
			handle.close();
		}
		return instance;
	}

	/** Its first hold of a lock, between two scrapes of it, is lost. */
	private static MonitoredInstance losing() {
		MonitoredInstance instance = new MonitoredInstance("losing");
		pass(instance, 5);
		LockHandle lost = instance.locks().acquire(ORDER.withTtl(Duration.ofSeconds(90)).withRenew(false));
		pass(instance, MINUTES - 5);
		assertThat(lost.isHeld()).isFalse();
		return instance;
	}

	/** One order is stuck, while others come and go. The leader leads all the time. */
	private static MonitoredInstance leadingAndStuck() {
		MonitoredInstance instance = new MonitoredInstance("leading and stuck");
		try (LeaderElection election = LeaderElection.of(instance.locks(), "leader").build()) {
			election.start();
			LockHandle stuck = instance.locks().acquire(ORDER);
			for (int i = 0; i < MINUTES; i++) {
				instance.locks().acquire(ORDER.withKey("order:" + i)).close();
				instance.minute();
			}
			assertThat(election.isLeader()).isTrue();
			assertThat(stuck.isHeld()).isTrue();
		}
		return instance;
	}

	/** Callers give up, and one waits. */
	private static MonitoredInstance busy() {
		MonitoredInstance instance = new MonitoredInstance("busy");
		LockRequest report = LockRequest.of("report").withName("report");
		LockHandle handle = instance.locks().acquire(report);
		var waiting = instance.locks()
			.acquireAsync(report.withWaitTime(LockRequest.FOREVER))
			.thenAccept(LockHandle::close);
		for (int i = 0; i < 12; i++) {
			for (int j = 0; j < 10; j++) {
				var unused = instance.locks().acquireAsync(report.withWaitTime(Duration.ofSeconds(1)));
			}
			instance.minute();
		}
		handle.close();
		pass(instance, MINUTES - 12);
		assertThat(waiting).isCompleted();
		return instance;
	}

	/** Its watchdog does not run for some minutes. The lock survives them. */
	private static MonitoredInstance late() {
		MonitoredInstance instance = new MonitoredInstance("late");
		LockHandle handle = instance.locks().acquire(ORDER.withTtl(Duration.ofMinutes(12)));
		for (int i = 0; i < 8; i++) {
			instance.minuteWithoutCpu();
		}
		instance.minute();
		handle.close();
		pass(instance, MINUTES - 9);
		return instance;
	}

	private static MonitoredInstance withoutReplies() {
		MonitoredInstance instance = new MonitoredInstance("without replies");
		LockHandle lost = instance.locks().acquire(ORDER);
		pass(instance, 3);
		instance.loseReplies(true);
		for (int i = 0; i < 8; i++) {
			for (int j = 0; j < 6; j++) {
				var unused = instance.locks().acquireAsync(ORDER.withKey("order:" + i + "-" + j));
			}
			instance.minute();
		}
		assertThat(lost.isHeld()).isFalse();
		instance.loseReplies(false);
		pass(instance, MINUTES - 11);
		return instance;
	}

	/** Its listener has no time for as many events as happen at once. */
	private static MonitoredInstance withSlowListener() {
		MonitoredInstance instance = new MonitoredInstance("slow listener");
		for (int i = 0; i < 5000; i++) {
			instance.locks().acquire(ORDER).close();
		}
		pass(instance, MINUTES);
		return instance;
	}

	private static void pass(MonitoredInstance instance, int minutes) {
		for (int i = 0; i < minutes; i++) {
			instance.minute();
		}
	}

	/** Expects the alerts that have fired until a minute. */
	private static List<Map<String, Object>> alerts(int minute, List<Map<String, Object>> fired) {
		return List
			.of(expectation("count by (alertname, instance, name, kind) (max_over_time(ALERTS{alertstate=\"firing\"}["
					+ minute + "m]))", minute, fired));
	}

	private static Map<String, Object> fired(String alert, String... labels) {
		StringBuilder text = new StringBuilder("{alertname=\"" + alert + "\"");
		for (int i = 0; i < labels.length; i += 2) {
			text.append(", ").append(labels[i]).append("=\"").append(labels[i + 1]).append('"');
		}
		return sample(text.append('}').toString());
	}

	private static Map<String, Object> sample(String labels) {
		return Map.of("labels", labels, "value", 1);
	}

	private static Map<String, Object> expectation(String expression, int minute, List<Map<String, Object>> samples) {
		return Map.of("expr", expression, "eval_time", minute + "m", "exp_samples", samples);
	}

	/** Returns the last line of promtool, or all that it says if a test fails. */
	private String promtool(Map<String, List<String>> scraped, List<Map<String, Object>> expectations)
			throws IOException, InterruptedException {
		List<Map<String, String>> input = new ArrayList<>();
		scraped.forEach((name, values) -> input.add(Map.of("series", name, "values", String.join(" ", values))));
		Map<String, Object> test = Map.of("interval", "1m", "input_series", input, "promql_expr_test", expectations);
		Path file = Files.writeString(this.directory.resolve("tests.yml"),
				new Yaml().dump(Map.of("rule_files", List.of(MONITORING.resolve("prometheus-alerts.yml").toString()),
						"evaluation_interval", "1m", "tests", List.of(test))));
		Process process = new ProcessBuilder("promtool", "test", "rules", file.toString()).redirectErrorStream(true)
			.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		return (process.waitFor() == 0) ? output.strip().lines().reduce("", (first, last) -> last).strip() : output;
	}

}
