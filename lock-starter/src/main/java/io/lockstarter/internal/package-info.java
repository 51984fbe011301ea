/**
 * Tracks the locks under which a thread runs. In: scopes of
 * {@code io.lockstarter.LockScope} and of annotated methods. Out: the innermost handle,
 * and the check that no lock of the scopes was lost. Next: nothing. This package imports
 * no other package of the library, so that the API can use it.
 */
@NullMarked
package io.lockstarter.internal;

import org.jspecify.annotations.NullMarked;
