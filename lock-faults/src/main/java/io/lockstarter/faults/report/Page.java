package io.lockstarter.faults.report;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.drive.Outcome;

/** The page of the documentation. */
public final class Page {

	private static final String HEAD = """
			# Reliability

			<!-- Written by the fault test (see CONTRIBUTING.md); do not edit. -->

			What is left of the promises when networks, machines and operators do their worst. Three client JVMs of four
			threads each take six locks through every door of the library (`acquire`, `tryAcquire`, `acquireAsync`,
			`@DistributedLock`; renewed and fixed, with and without a fencing number, hand-off on, releases that wait and
			that do not), with a ttl of 1.2 s, while servers, connections and the clients themselves fail, mostly two at a
			time. Under each lock a counter in shared memory is read and raised, and a resource is written to that refuses
			a fencing number lower than the last. Every client writes down what it sees, event by event, in a file; a
			checker that knows nothing of the code reads these files and looks for what must not be.

			""";

	private static final String LOCKS = """

			Of the five servers of Redlock, no more than two are out of order at any time. With `appendonly`, the servers write
			(`appendfsync always`) before they answer, so that a restart forgets nothing.

			In the columns that say *not promised*, (a) and (i) cannot hold: a server that is restarted without its data,
			or a replica that is promoted before it has heard of a lock, gives that lock to somebody else. No lock on
			Redis is free of this. It is counted there, never added to the other figure, and (c) shows what makes it
			harmless: the resource refused what came too late.

			## Faults

			How often each was made. The seed decides their order, targets and durations.

			""";

	private static final String TAIL = """

			A jump of the server's clock is not among them: it cannot be made with the server that the tests use.

			## Why the zeros mean something

			The same build attacks ten locks that are wrong in one way each, and fails unless the checker sees every one:
			release by a plain `DEL`, validity counted from the reply, renewal without a look at the owner, fencing numbers
			by a bare `INCR`, no look at the clock after the lock was taken, expiry set in a second step, no answer taken
			for a yes, the fencing number drawn before the lock, a loss that is told to nobody, a thread that is left. The
			same lock without a flaw passes. A run in which no stale write was refused counts as failed, too.

			## Do it yourself

			`mvn -Pfaults verify` takes a few minutes, `mvn -Psoak verify` a quarter of an hour; `-Dfaults.seed=…` repeats an
			order of faults (not the clients' timing). A broken promise fails the build, with the seed and what was written
			down about that key around that time.
			""";

	private Page() {
	}

	/** The whole page. */
	public static String of(List<Outcome> outcomes) {
		return HEAD + "Measured on " + LocalDate.now(ZoneOffset.UTC) + ", " + machine() + ".\n\n"
				+ Report.table(outcomes) + "\n" + invariants() + LOCKS + Report.faults(outcomes) + TAIL;
	}

	private static String machine() {
		return Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.name") + " "
				+ System.getProperty("os.arch") + ", JDK " + Runtime.version().feature() + ", Redis 7.0";
	}

	private static String invariants() {
		return Stream.of(Invariant.values())
			.map((invariant) -> "- (" + invariant.letter() + ") " + invariant.text() + ".\n")
			.collect(Collectors.joining());
	}

}
