package io.lockstarter.redlock;

import io.lettuce.core.api.async.RedisAsyncCommands;

/** Is told of every new connection to a node, before anything is sent over it. */
interface Reunion {

	void connected(Node node, RedisAsyncCommands<String, String> commands);

}
