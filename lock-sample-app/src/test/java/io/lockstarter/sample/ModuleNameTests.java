package io.lockstarter.sample;

import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Tests the module names of the jars, which users write into their module-info. */
class ModuleNameTests {

	static final List<Arguments> NAMES = List.of(Arguments.of(LockService.class, "io.lockstarter"),
			Arguments.of(EmbeddedRedis.class, "io.lockstarter.embedded"));

	@ParameterizedTest
	@FieldSource("NAMES")
	void jarNamesItsModule(Class<?> type, String name) throws Exception {
		Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
		assumeTrue(Files.isRegularFile(jar), "The build has not packed " + jar + " yet");
		assertThat(ModuleFinder.of(jar).findAll()).singleElement()
			.satisfies((module) -> assertThat(module.descriptor().name()).isEqualTo(name));
	}

}
