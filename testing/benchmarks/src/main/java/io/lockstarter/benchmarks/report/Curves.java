package io.lockstarter.benchmarks.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.lockstarter.benchmarks.peers.Peer;

/** Collects the throughput of some contenders for several numbers of threads. */
public final class Curves {

	private final Map<Curve, Map<Peer, NavigableMap<Integer, List<Double>>>> rounds = new EnumMap<>(Curve.class);

	/** Adds one round. */
	public void add(Curve curve, Peer peer, int threads, double rate) {
		this.rounds.computeIfAbsent(curve, (it) -> new EnumMap<>(Peer.class))
			.computeIfAbsent(peer, (it) -> new TreeMap<>())
			.computeIfAbsent(threads, (it) -> new ArrayList<>())
			.add(rate);
	}

	boolean isEmpty() {
		return this.rounds.isEmpty();
	}

	Set<Peer> peers() {
		Set<Peer> peers = new TreeSet<>();
		this.rounds.values().forEach((lines) -> peers.addAll(lines.keySet()));
		return peers;
	}

	/** Returns the median of each number of threads. */
	NavigableMap<Integer, Double> line(Curve curve, Peer peer) {
		NavigableMap<Integer, Double> medians = new TreeMap<>();
		this.rounds.getOrDefault(curve, Map.of())
			.getOrDefault(peer, new TreeMap<>())
			.forEach((threads, rates) -> medians.put(threads, Spread.of(rates).median()));
		return medians;
	}

}
