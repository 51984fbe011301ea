package io.lockstarter.sample.fleet;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Provides a launcher with three instances, each a process of its own. All tests share
 * it. A parameter of type {@link FleetClient} sends requests to it. The test classes run
 * one after the other.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FleetExtension.class)
@ResourceLock("fleet")
@DisabledOnOs(OS.WINDOWS)
public @interface FleetTest {

}
