/**
 * A client JVM: threads that take locks, work under them and write down what they see.
 * In: settings and commands of {@code drive}; out: a {@code history}.
 */
@NullMarked
package io.lockstarter.faults.client;

import org.jspecify.annotations.NullMarked;
