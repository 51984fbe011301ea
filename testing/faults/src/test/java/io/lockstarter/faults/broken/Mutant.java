package io.lockstarter.faults.broken;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.drive.Topology;
import org.springframework.core.io.ClassPathResource;

/** Lists mutants of the library: each has a script without one of its conditions. */
enum Mutant {

	/** Releases the lock without a check of the owner. */
	RELEASE_WITHOUT_OWNER(Topology.SINGLE, Invariant.EXCLUSION, "client frozen",
			List.of(new Change("release.lua", "value == ARGV[1] and not ARGV[2]", "not ARGV[2]"),
					new Change("lock.lua", "if holder ~= token then", "if false then"))),

	/** Renews the lock without a check of the owner. */
	RENEWAL_WITHOUT_OWNER(Topology.SINGLE_FORGETFUL, Invariant.LOSS_NOTIFIED, "Redis killed",
			List.of(new Change("renew.lua", "elseif not is_of(value, token) then", "elseif not value then"))),

	/** Does not use the time for the next fencing number. */
	FENCE_WITHOUT_TIME(Topology.SINGLE_FORGETFUL, Invariant.FENCE_RISES, "Redis killed",
			List.of(new Change("fence.lua", "or 0, now)", "or 0, 0)")));

	private static final Path SCRIPTS = Path.of("io", "lockstarter", "redis", "scripts");

	private final Topology topology;

	private final Invariant breaks;

	private final String fault;

	@SuppressWarnings("ImmutableEnumChecker")
	private final List<Change> changes;

	Mutant(Topology topology, Invariant breaks, String fault, List<Change> changes) {
		this.topology = topology;
		this.breaks = breaks;
		this.fault = fault;
		this.changes = changes;
	}

	Topology topology() {
		return this.topology;
	}

	Invariant breaks() {
		return this.breaks;
	}

	boolean isShownBy(String fault) {
		return fault.startsWith(this.fault);
	}

	/**
	 * Writes the changed scripts into a folder that comes first on the class path of a
	 * client.
	 */
	void write(Path classes) {
		try {
			Files.createDirectories(classes.resolve(SCRIPTS));
			for (Change change : this.changes) {
				Files.writeString(classes.resolve(SCRIPTS).resolve(change.script()), change.apply());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A change of a script.
	 *
	 * @param script the file
	 * @param right the original text
	 * @param wrong the text of the mutant
	 */
	private record Change(String script, String right, String wrong) {

		String apply() throws IOException {
			try (InputStream in = new ClassPathResource(SCRIPTS.resolve(this.script).toString()).getInputStream()) {
				String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
				if (!text.contains(this.right)) {
					throw new IllegalStateException(this.script + " does not contain '" + this.right + "'");
				}
				return text.replace(this.right, this.wrong);
			}
		}

	}

}
