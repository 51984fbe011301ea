/**
 * Tests locks on production topologies: Sentinel, Cluster, TLS and users with few
 * permissions. Each is configured by properties, as in an application.
 */
@NullMarked
package io.lockstarter.redis.topology;

import org.jspecify.annotations.NullMarked;
