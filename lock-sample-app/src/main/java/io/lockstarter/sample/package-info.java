/**
 * The sample application, and all its services with
 * {@link io.lockstarter.DistributedLock}. Read
 * {@link io.lockstarter.sample.AnnotatedPurchase} first.
 * {@link io.lockstarter.sample.ServicePurchase} acquires the same lock with the lock
 * service. {@link io.lockstarter.sample.SampleApplication} is the main class of the
 * launcher and of the instances. Next: {@code shop}, the data and the rest of the shop;
 * {@code fleet}, the launcher, which no user of the library needs.
 */
@NullMarked
package io.lockstarter.sample;

import org.jspecify.annotations.NullMarked;
