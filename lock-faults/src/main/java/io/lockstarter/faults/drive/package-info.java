/**
 * The driver: owns the lock servers, the client JVMs and the fenced resource, makes
 * everything go wrong that can, and has the history checked. In: a plan; out: what came
 * of it, for {@code report}.
 */
@NullMarked
package io.lockstarter.faults.drive;

import org.jspecify.annotations.NullMarked;
