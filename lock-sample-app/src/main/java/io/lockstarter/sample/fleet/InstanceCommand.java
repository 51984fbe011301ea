package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.lockstarter.sample.shop.ShopApplication;

import org.springframework.boot.ApplicationArguments;
import org.springframework.stereotype.Component;

/**
 * How an instance is started: as this JVM was, with the same arguments, on a port of its
 * own that only this machine can reach.
 */
@Component
class InstanceCommand {

	/** Short-lived and several on few cores: a quick start is worth more than speed. */
	private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

	/** Those of the launcher alone. */
	private static final List<String> OURS = List.of("server.", "instances", "spring.application.name",
			ShopApplication.INSTANCE);

	private final List<String> arguments;

	private final LockServer redis;

	private final Database database;

	InstanceCommand(ApplicationArguments arguments, LockServer redis, Database database) {
		this.arguments = Stream.of(arguments.getSourceArgs())
			.filter((argument) -> OURS.stream().noneMatch((name) -> argument.startsWith("--" + name)))
			.toList();
		this.redis = redis;
		this.database = database;
	}

	/** Starts one. Its standard input is a pipe from here, by which it sees us end. */
	Process start(String name) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(OPTIONS);
		command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
		command.addAll(program());
		command.addAll(this.arguments);
		command.addAll(List.of("--" + ShopApplication.INSTANCE + "=" + name, "--spring.application.name=" + name,
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
