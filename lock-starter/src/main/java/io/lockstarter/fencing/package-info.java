/**
 * Help for the resource that a lock protects: a write and the lock's fencing number come
 * in, a write that is not stale goes out. Next: the resource. Each class is for one kind
 * of resource, whose library is optional.
 */
@NullMarked
package io.lockstarter.fencing;

import org.jspecify.annotations.NullMarked;
