package io.lockstarter.observability.actuator;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.boot.test.context.FilteredClassLoader;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what a native image knows of the endpoint. */
class ActuatorHintsTests {

	@Test
	void hintsAreRegistered() {
		List<RuntimeHintsRegistrar> registrars = AotServices.factories().load(RuntimeHintsRegistrar.class).asList();
		assertThat(registrars).hasAtLeastOneElementOfType(ActuatorHints.class);
	}

	@Test
	void descriptionsCanBecomeJson() {
		RuntimeHints hints = new RuntimeHints();
		new ActuatorHints().registerHints(hints, getClass().getClassLoader());
		for (Class<?> type : List.of(LocksDescription.class, LocksDescription.Held.class,
				LocksDescription.Waiting.class, LockDescription.class, LockDescription.Holder.class,
				LockDescription.Waiter.class)) {
			assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(hints);
		}
	}

	@Test
	void hintsDoNotNeedTheActuator() {
		RuntimeHints hints = new RuntimeHints();
		new ActuatorHints().registerHints(hints,
				new FilteredClassLoader("org.springframework.boot.actuate", "org.springframework.boot.health"));
		assertThat(RuntimeHintsPredicates.reflection().onType(LocksDescription.class)).accepts(hints);
	}

}
