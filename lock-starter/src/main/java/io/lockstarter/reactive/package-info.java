/**
 * Offers locks to code that uses Reactor. In: requests, and work that starts with a
 * subscription. Out: the same work under locks, which are released when the work is over.
 * Next: {@code io.lockstarter.LockService}, whose asynchronous form acquires the locks.
 * Nothing else loads this package, since Reactor is optional.
 */
@NullMarked
package io.lockstarter.reactive;

import org.jspecify.annotations.NullMarked;
