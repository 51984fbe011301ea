/**
 * A client JVM: its threads acquire locks, run critical sections and record events.
 * Input: settings and commands of {@code drive}. Output: a {@code history}.
 */
@NullMarked
package io.lockstarter.faults.client;

import org.jspecify.annotations.NullMarked;
