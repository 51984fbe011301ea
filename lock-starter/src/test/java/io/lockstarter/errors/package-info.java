/**
 * Tests error messages. It reads wrong definitions, calls, requests and properties from
 * {@code src/test/resources/errors}, and makes each mistake in an application. It writes
 * all messages to {@code table.md} there, and the most frequent ones to
 * {@code docs/errors.md}.
 */
@NullMarked
package io.lockstarter.errors;

import org.jspecify.annotations.NullMarked;
