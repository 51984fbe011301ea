/** Locks that are broken on purpose, each in one way: the checker must see every one. */
@NullMarked
package io.lockstarter.faults.broken;

import org.jspecify.annotations.NullMarked;
