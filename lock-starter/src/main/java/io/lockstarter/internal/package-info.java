/**
 * Contains types that several packages share, and that are not part of the API: handle
 * operations for the library itself, and descriptions of errors. In: handles of the lock
 * service, from {@code io.lockstarter.aop.call}. Out: calls of their
 * internal operations. Next: {@code io.lockstarter.engine}, which implements the handles.
 */
@NullMarked
package io.lockstarter.internal;

import org.jspecify.annotations.NullMarked;
