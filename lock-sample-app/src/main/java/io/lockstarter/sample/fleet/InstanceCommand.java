package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.lockstarter.sample.fleet.server.Database;
import io.lockstarter.sample.fleet.server.LockServer;
import io.lockstarter.sample.shop.ShopProperties;

import org.springframework.boot.ApplicationArguments;
import org.springframework.stereotype.Component;

/**
 * Starts the process of an instance, with the class path and the arguments of this JVM.
 * The instance has a port of its own, which only this machine can reach.
 */
@Component
class InstanceCommand {

	/** Several short-lived instances share few cores, so a quick start matters most. */
	private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

	/** Arguments that are not passed to the instances. */
	private static final List<String> LAUNCHER_ONLY = List.of("server.", "instances", "spring.application.name",
			ShopProperties.INSTANCE);

	private final List<String> arguments;

	private final LockServer redis;

	private final Database database;

	InstanceCommand(ApplicationArguments arguments, LockServer redis, Database database) {
		this.arguments = Stream.of(arguments.getSourceArgs())
			.filter((argument) -> LAUNCHER_ONLY.stream().noneMatch((name) -> argument.startsWith("--" + name)))
			.toList();
		this.redis = redis;
		this.database = database;
	}

	/**
	 * Starts an instance. Its standard input is a pipe from the launcher. The pipe closes
	 * when the launcher ends.
	 */
	Process start(String name) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(OPTIONS);
		command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
		command.addAll(program());
		command.addAll(this.arguments);
		command.addAll(List.of("--" + ShopProperties.INSTANCE + "=" + name, "--spring.application.name=" + name,
				"--server.port=0", "--server.address=127.0.0.1", "--spring.web.resources.add-mappings=false"));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		Map<String, String> environment = builder.environment();
		environment.keySet().removeIf((variable) -> variable.startsWith("SERVER_"));
		environment.putAll(this.redis.settings());
		environment.putAll(this.database.settings());
		return builder.start();
	}

	private static List<String> program() {
		String classPath = System.getProperty("java.class.path");
		boolean executableJar = InstanceCommand.class.getClassLoader() != ClassLoader.getSystemClassLoader();
		return executableJar ? List.of("-jar", classPath)
				: List.of("-cp", classPath, "io.lockstarter.sample.SampleApplication");
	}

}
