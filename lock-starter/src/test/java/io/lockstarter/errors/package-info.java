/**
 * In: tables of wrong definitions, calls, requests and properties, in
 * {@code src/test/resources/errors}. Out: what each of them is told, in
 * {@code docs/errors.md}. Every row is compiled or bound and run as an application would.
 */
@NullMarked
package io.lockstarter.errors;

import org.jspecify.annotations.NullMarked;
