/**
 * Tests Redlock on five real servers, some of them stopped, slow or without their data.
 */
@NullMarked
package io.lockstarter.redlock;

import org.jspecify.annotations.NullMarked;
