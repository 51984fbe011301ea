/**
 * Protects the resource of a lock against stale writes. In: a write and the fencing
 * number of the lock. Out: the write, if it is not stale. Next: the resource. Each class
 * supports one kind of resource. The library of that resource is optional.
 */
@NullMarked
package io.lockstarter.jdbc;

import org.jspecify.annotations.NullMarked;
