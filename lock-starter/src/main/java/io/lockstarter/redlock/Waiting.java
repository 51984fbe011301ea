package io.lockstarter.redlock;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.lettuce.core.api.StatefulRedisConnection;

/**
 * A command that waits for the connection of its node.
 *
 * @param command the command
 * @param wanted whether its reply is still of use
 * @param reply its reply
 */
record Waiting<T>(NodeCommand<T> command, BooleanSupplier wanted, CompletableFuture<T> reply) {

	void send(Node node, StatefulRedisConnection<String, String> opened) {
		if (!this.wanted.getAsBoolean()) {
			this.reply.completeExceptionally(new NotSentException("it was connected too late", null));
			return;
		}
		var unused = node.dispatch(opened, this.command, this.wanted).whenComplete((answer, failed) -> {
			if (failed != null) {
				this.reply.completeExceptionally(failed);
			}
			else {
				this.reply.complete(answer);
			}
		});
	}

}
