/**
 * The sample application. {@link io.lockstarter.sample.SampleApplication} is started and
 * becomes the launcher or an instance. Next: {@code io.lockstarter.sample.fleet} for the
 * one, {@code io.lockstarter.sample.shop} for the other.
 */
@NullMarked
package io.lockstarter.sample;

import org.jspecify.annotations.NullMarked;
