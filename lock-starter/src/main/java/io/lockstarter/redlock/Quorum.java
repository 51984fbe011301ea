package io.lockstarter.redlock;

/**
 * How many of the nodes make a majority.
 *
 * @param nodes how many there are
 */
record Quorum(int nodes) {

	int majority() {
		return this.nodes / 2 + 1;
	}

	boolean reachedBy(long yes) {
		return yes >= majority();
	}

	/**
	 * Whether no majority can come about any more.
	 * @param no how many have said no
	 * @return whether the others are too few
	 */
	boolean ruledOutBy(long no) {
		return no > this.nodes - majority();
	}

	boolean decidedBy(long yes, long no) {
		return reachedBy(yes) || ruledOutBy(no);
	}

}
