package io.lockstarter.redlock;

/**
 * Defines the majority of the nodes.
 *
 * @param nodes the number of nodes
 * @param majority the number of nodes in a majority
 */
record Quorum(int nodes, int majority) {

	Quorum(int nodes) {
		this(nodes, nodes / 2 + 1);
	}

	boolean reachedBy(long yes) {
		return yes >= this.majority;
	}

	/**
	 * Returns whether a majority has become impossible.
	 * @param no the number of nodes that said no
	 * @return whether the other nodes are too few
	 */
	boolean ruledOutBy(long no) {
		return no > this.nodes - this.majority;
	}

	boolean decidedBy(long yes, long no) {
		return reachedBy(yes) || ruledOutBy(no);
	}

}
