package io.lockstarter.benchmarks.report;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;

import io.lockstarter.benchmarks.peers.Peer;

/**
 * What a bar is a multiple of.
 *
 * @param words how it is called
 * @param whose the contenders that it is taken from
 * @param better chooses between two of them
 */
record Basis(String words, Predicate<Peer> whose, DoubleBinaryOperator better) {

	static final Basis FLOOR = new Basis("floor", (peer) -> peer == Peer.FLOOR, Math::max);

	static final Basis BEST_RATE = new Basis("the best peer", Peer::isRival, Math::max);

	static final Basis BEST_RATE_OR_FLOOR = new Basis("the best peer or floor",
			(peer) -> peer.isRival() || peer == Peer.FLOOR, Math::max);

	static final Basis BEST_TIME = new Basis("the best peer", Peer::isRival, Math::min);

	static Basis bestPeer(boolean most) {
		return most ? BEST_RATE : BEST_TIME;
	}

	static Basis of(Peer peer) {
		return new Basis(peer.title(), (other) -> other == peer, Math::max);
	}

	OptionalDouble value(Results results, Figure figure) {
		return Arrays.stream(Peer.values())
			.filter(this.whose)
			.map((peer) -> results.spread(figure, peer))
			.flatMapToDouble((spread) -> spread.map(Spread::median).stream().mapToDouble(Double::doubleValue))
			.reduce(this.better);
	}

}
