/** Redlock on five real servers, some of which are down, slow or forgetful. */
@NullMarked
package io.lockstarter.redlock;

import org.jspecify.annotations.NullMarked;
