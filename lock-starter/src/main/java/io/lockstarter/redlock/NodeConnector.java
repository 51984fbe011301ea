package io.lockstarter.redlock;

import java.util.concurrent.CompletionStage;

/** Opens connections to nodes. A Redis client implements it. */
interface NodeConnector {

	/**
	 * Opens a connection, without blocking.
	 * @param node the node
	 * @return the connection, or the failure
	 */
	CompletionStage<NodeConnection> connect(NodeUri node);

	/** Returns whether no more connections are needed. */
	boolean isClosed();

}
