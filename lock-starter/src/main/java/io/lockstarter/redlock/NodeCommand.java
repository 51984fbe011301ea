package io.lockstarter.redlock;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import io.lettuce.core.api.async.RedisAsyncCommands;

/**
 * What a node is sent.
 *
 * @param <T> its reply
 */
interface NodeCommand<T> {

	CompletableFuture<T> send(RedisAsyncCommands<String, String> commands, BooleanSupplier wanted);

}
