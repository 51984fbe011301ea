/**
 * Looks whether a Redis is fit for locks. In: a connection factory and the store on it;
 * out: findings, each with its fix. Next: {@code redis}, and the server itself.
 */
@NullMarked
package io.lockstarter.redis.check;

import org.jspecify.annotations.NullMarked;
