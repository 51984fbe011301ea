/**
 * Reads {@link io.lockstarter.DistributedLock}. In: a method and a class. Out: its
 * definitions, or a list of all errors. A definition turns the arguments of a call into a
 * request. Next: {@code io.lockstarter.aop.key}, which parses keys and conditions.
 */
@NullMarked
package io.lockstarter.aop.definition;

import org.jspecify.annotations.NullMarked;
