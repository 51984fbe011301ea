package io.lockstarter.benchmarks.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.lockstarter.benchmarks.peers.Peer;

/** Collects the measured values. */
public final class Results {

	private final Map<Figure, Map<Peer, List<Double>>> rounds = new EnumMap<>(Figure.class);

	private final Curves curves = new Curves();

	private final Map<Peer, Exclusion> exclusion = new EnumMap<>(Peer.class);

	private final Set<Peer> failed = EnumSet.noneOf(Peer.class);

	private final Map<String, String> notes = new LinkedHashMap<>();

	/** Adds one round of a figure. */
	public void add(Figure figure, Peer peer, double value) {
		this.rounds.computeIfAbsent(figure, (it) -> new EnumMap<>(Peer.class))
			.computeIfAbsent(peer, (it) -> new ArrayList<>())
			.add(value);
	}

	/** Returns the points of the picture. */
	public Curves curves() {
		return this.curves;
	}

	/** Adds the result of the exclusion check of one round. */
	public void add(Peer peer, Exclusion seen) {
		this.exclusion.merge(peer, seen, Exclusion::plus);
	}

	/** Records that a contender failed. */
	public void fail(Peer peer, String scenario, String why) {
		this.failed.add(peer);
		note(scenario + ", " + peer.id() + ", failed", why);
	}

	/** Returns true if this contender did not fail and kept mutual exclusion. */
	public boolean isValid(Peer peer) {
		return !this.failed.contains(peer) && exclusion(peer).isKept();
	}

	/** Adds a note for the reader. */
	public void note(String about, String text) {
		this.notes.put(about, text);
	}

	public Optional<Spread> spread(Figure figure, Peer peer) {
		List<Double> values = rounds(figure, peer);
		return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
	}

	public List<Double> rounds(Figure figure, Peer peer) {
		return this.rounds.getOrDefault(figure, Map.of()).getOrDefault(peer, List.of());
	}

	/** Returns the exclusion result of a contender; all zero if it was never checked. */
	public Exclusion exclusion(Peer peer) {
		return this.exclusion.getOrDefault(peer, Exclusion.NONE);
	}

	Map<String, String> notes() {
		return this.notes;
	}

}
