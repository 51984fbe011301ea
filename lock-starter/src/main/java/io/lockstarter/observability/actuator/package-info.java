/**
 * Shows the locks to operators: the endpoint {@code locks}, the health and the info of
 * the instance. Input: snapshots of {@code engine}, and what the lock server says.
 * Output: descriptions for the Actuator. Only used if the Actuator is on the classpath.
 */
@NullMarked
package io.lockstarter.observability.actuator;

import org.jspecify.annotations.NullMarked;
