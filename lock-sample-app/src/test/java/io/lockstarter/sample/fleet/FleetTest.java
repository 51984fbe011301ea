package io.lockstarter.sample.fleet;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A launcher with three instances, each a process of its own, shared by all tests; a
 * parameter of type {@link FleetClient} asks it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FleetExtension.class)
@DisabledOnOs(OS.WINDOWS)
public @interface FleetTest {

}
