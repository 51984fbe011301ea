/**
 * The port inside one JVM: commands come in, outcomes go out, nothing leaves the process.
 * For tests without Redis; it excludes nobody on another machine. Next: nothing, this is
 * the end of the call.
 */
@NullMarked
package io.lockstarter.memory;

import org.jspecify.annotations.NullMarked;
