package io.lockstarter.redlock;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Sends a command to a node.
 *
 * @param <T> the type of the reply
 */
interface NodeCommand<T> {

	CompletableFuture<T> send(NodeConnection connection, BooleanSupplier wanted);

}
