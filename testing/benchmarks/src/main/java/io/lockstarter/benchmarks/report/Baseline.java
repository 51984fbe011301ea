package io.lockstarter.benchmarks.report;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;

import io.lockstarter.benchmarks.peers.Peer;

/**
 * The value that a goal is compared with.
 *
 * @param words the name in the report
 * @param contenders selects the contenders
 * @param better selects the better of two values
 */
record Baseline(String words, Predicate<Peer> contenders, DoubleBinaryOperator better) {

	static final Baseline FLOOR = new Baseline("floor", (peer) -> peer == Peer.FLOOR, Math::max);

	static final Baseline NO_LOCK = new Baseline("no lock", (peer) -> peer == Peer.UNLOCKED, Math::max);

	static final Baseline BEST_RATE = new Baseline("the best peer", Peer::isOtherLibrary, Math::max);

	static final Baseline BEST_TIME = new Baseline("the best peer", Peer::isOtherLibrary, Math::min);

	static Baseline bestPeer(boolean most) {
		return most ? BEST_RATE : BEST_TIME;
	}

	static Baseline of(Peer peer) {
		return new Baseline(peer.title(), (other) -> other == peer, Math::max);
	}

	OptionalDouble value(Results results, Figure figure) {
		return Arrays.stream(Peer.values())
			.filter(this.contenders)
			.map((peer) -> results.spread(figure, peer))
			.flatMapToDouble((spread) -> spread.map(Spread::median).stream().mapToDouble(Double::doubleValue))
			.reduce(this.better);
	}

}
