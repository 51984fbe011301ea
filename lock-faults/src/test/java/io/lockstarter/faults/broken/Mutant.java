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

/** Our own lock with a condition taken out of its scripts, and how that shows. */
enum Mutant {

	/** Gives the lock back whoever has it. */
	RELEASE_WITHOUT_OWNER(Topology.SINGLE, Invariant.EXCLUSION, "client frozen",
			List.of(new Change("release.lua", "value == ARGV[1] and ARGV[2] == '0'", "ARGV[2] == '0'"),
					new Change("lock.lua", "if holder ~= token then", "if false then"))),

	/** Prolongs the lock whoever has it, and says so. */
	RENEWAL_WITHOUT_OWNER(Topology.SINGLE_FORGETFUL, Invariant.LOSS_TOLD, "Redis killed",
			List.of(new Change("renew.lua", "elseif not is_of(value, token) then", "elseif not value then"))),

	/** Goes on from the last number alone. */
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

	/** Writes its scripts into a folder that a client finds before the right ones. */
	void write(Path classes) {
		try {
			Files.createDirectories(classes.resolve(SCRIPTS));
			for (Change change : this.changes) {
				Files.writeString(classes.resolve(SCRIPTS).resolve(change.script()), change.made());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * What is wrong.
	 *
	 * @param script where
	 * @param right the text as it is
	 * @param wrong what stands there instead
	 */
	private record Change(String script, String right, String wrong) {

		String made() throws IOException {
			try (InputStream in = new ClassPathResource(SCRIPTS.resolve(this.script).toString()).getInputStream()) {
				String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
				if (!text.contains(this.right)) {
					throw new IllegalStateException(this.script + " does not say '" + this.right + "'");
				}
				return text.replace(this.right, this.wrong);
			}
		}

	}

}
