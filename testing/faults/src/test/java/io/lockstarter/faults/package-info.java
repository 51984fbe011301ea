/** The fault tests of the library and of locks that are broken on purpose. */
@NullMarked
package io.lockstarter.faults;

import org.jspecify.annotations.NullMarked;
