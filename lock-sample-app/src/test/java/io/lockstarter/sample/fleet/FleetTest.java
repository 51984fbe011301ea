package io.lockstarter.sample.fleet;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Provides a launcher with three instances, each a process of its own. A parameter of
 * type {@link FleetClient} sends requests to it. Test classes that name the same fleet
 * share it, and need a resource lock.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FleetExtension.class)
@DisabledOnOs(OS.WINDOWS)
public @interface FleetTest {

	/** The name of the fleet. */
	String value();

}
