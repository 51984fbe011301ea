/**
 * The locks on what people run in production: Sentinel, Cluster, TLS, users with few
 * rights; each with the properties that a user would write.
 */
@NullMarked
package io.lockstarter.redis.topology;

import org.jspecify.annotations.NullMarked;
