/** The fault test: our locks, and locks that are broken on purpose. */
@NullMarked
package io.lockstarter.faults;

import org.jspecify.annotations.NullMarked;
