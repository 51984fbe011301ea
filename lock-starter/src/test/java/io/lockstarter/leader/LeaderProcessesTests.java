package io.lockstarter.leader;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Three processes elect a leader, and one of them is killed, frozen or stopped. The times
 * of {@code System.nanoTime()} are those of the machine, so all processes share them.
 */
@Tag("long")
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("NullAway")
class LeaderProcessesTests {

	private static final Duration TTL = Duration.ofSeconds(3);

	/** For a machine that stalls. */
	private static final Duration SLACK = Duration.ofSeconds(30);

	private final RedisFixture redis = RedisFixture.start();

	private final List<Candidate> candidates = new ArrayList<>();

	@BeforeEach
	void start() throws IOException {
		for (int i = 0; i < 3; i++) {
			this.candidates.add(new Candidate(this.redis.server().port()));
		}
	}

	@AfterEach
	void stop() {
		this.candidates.forEach((candidate) -> candidate.process.destroyForcibly());
		this.redis.close();
	}

	@Test
	void killedLeaderIsReplacedWithinTheTtl() {
		Candidate first = awaitLeader(null);
		long killed = System.nanoTime();
		first.process.destroyForcibly();
		Candidate second = awaitLeader(first);
		assertThat(Duration.ofNanos(second.firstClaimAfter(killed) - killed)).isLessThan(TTL.plus(SLACK));
		assertNeverTwoLeaders();
	}

	@Test
	void frozenLeaderIsReplacedAndGivesUpWhenItContinues() throws Exception {
		Candidate first = awaitLeader(null);
		first.signal("-STOP");
		Candidate second = awaitLeader(first);
		int seen = first.looks.size();
		first.signal("-CONT");
		await().atMost(SLACK).until(() -> first.looks.size() > seen + 20);
		// The line in front of the freeze may be complete only now.
		assertThat(first.looks.stream().skip(seen + 1)).noneMatch(Look::leader);
		await().atMost(SLACK).until(() -> first.lines.contains("revoked"));
		assertThat(second.isLeader()).isTrue();
		assertNeverTwoLeaders();
	}

	@Test
	void stoppedLeaderHandsOverAtOnce() throws Exception {
		Candidate first = awaitLeader(null);
		first.process.getOutputStream().close();
		assertThat(first.process.waitFor(SLACK.toSeconds(), TimeUnit.SECONDS)).isTrue();
		Candidate second = awaitLeader(first);
		await().until(() -> first.lines.contains("revoked"));
		assertThat(second.process.isAlive()).isTrue();
		assertNeverTwoLeaders();
	}

	private Candidate awaitLeader(Candidate except) {
		await().atMost(TTL.plus(SLACK).multipliedBy(2))
			.until(() -> this.candidates.stream().anyMatch((one) -> one != except && one.isLeader()));
		return this.candidates.stream().filter((one) -> one != except && one.isLeader()).findFirst().orElseThrow();
	}

	/**
	 * Compares the times for which each process was certainly the leader: from the end of
	 * the first look of a term to the beginning of its last look.
	 */
	private void assertNeverTwoLeaders() {
		List<Term> terms = this.candidates.stream().flatMap((candidate) -> candidate.terms().stream()).toList();
		assertThat(terms).hasSizeGreaterThanOrEqualTo(2);
		for (Term one : terms) {
			for (Term other : terms) {
				assertThat(one.candidate() != other.candidate() && one.from() < other.to() && other.from() < one.to())
					.as(one + " and " + other)
					.isFalse();
			}
		}
	}

	private record Look(long before, long after, boolean leader) {
	}

	private record Term(Candidate candidate, long from, long to) {
	}

	private static final class Candidate {

		private final Process process;

		private final List<Look> looks = new CopyOnWriteArrayList<>();

		private final List<String> lines = new CopyOnWriteArrayList<>();

		Candidate(int port) throws IOException {
			this.process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
					"-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp", System.getProperty("java.class.path"),
					LeaderProcess.class.getName(), Integer.toString(port), Long.toString(TTL.toMillis()))
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
			Thread reader = new Thread(this::read);
			reader.setDaemon(true);
			reader.start();
		}

		private void read() {
			try (BufferedReader output = new BufferedReader(
					new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8))) {
				for (String line = output.readLine(); line != null; line = output.readLine()) {
					String[] words = line.split(" ", -1);
					if (words[0].equals("look") && words.length == 4) {
						this.looks.add(new Look(Long.parseLong(words[1]), Long.parseLong(words[2]),
								Boolean.parseBoolean(words[3])));
					}
					else {
						this.lines.add(line);
					}
				}
			}
			catch (IOException ex) {
				this.lines.add(ex.toString());
			}
		}

		void signal(String name) throws Exception {
			new ProcessBuilder("kill", name, Long.toString(this.process.pid())).start().waitFor();
		}

		/** Returns whether it was the leader at its last look, and has announced this. */
		boolean isLeader() {
			int looks = this.looks.size();
			return this.process.isAlive() && this.lines.contains("elected") && looks > 0
					&& this.looks.get(looks - 1).leader();
		}

		long firstClaimAfter(long time) {
			return this.looks.stream()
				.filter((look) -> look.leader() && look.after() > time)
				.mapToLong(Look::after)
				.findFirst()
				.orElseThrow();
		}

		List<Term> terms() {
			List<Term> terms = new ArrayList<>();
			Look first = null;
			Look last = null;
			for (Look look : this.looks) {
				if (look.leader()) {
					first = (first != null) ? first : look;
					last = look;
				}
				else if (first != null) {
					terms.add(new Term(this, first.after(), last.before()));
					first = null;
				}
			}
			if (first != null) {
				terms.add(new Term(this, first.after(), last.before()));
			}
			return terms;
		}

	}

}
