/**
 * The driver: owns the lock servers, the client JVMs and the fenced resource, injects the
 * faults and checks the history. Input: a plan. Output: a result for {@code report}.
 */
@NullMarked
package io.lockstarter.faults.drive;

import org.jspecify.annotations.NullMarked;
