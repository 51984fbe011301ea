package io.lockstarter.aop;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests load-time weaving in separate JVMs with the weaver as their agent. The assertions
 * are on the output of {@link WovenApplication} and {@link WovenContexts}.
 */
class WeavingTests {

	@Test
	void wovenClassesAreLockedWithoutAProxy(@TempDir Path directory) throws Exception {
		String output = run(directory, WovenApplication.class);
		assertThat(output.lines()).contains("self-invocation: self", "private: private", "final: final",
				"static: static", "class: class", "composed: composed:1", "handle: handle", "busy: skipped",
				"through the proxy: +stage -stage", "reactive: mono mono 2", "reactive through the proxy: mono 1",
				"recursion: 2", "refused without context: true");
	}

	@Test
	void wovenBeanIsLockedByItsOwnContext(@TempDir Path directory) throws Exception {
		String output = run(directory, WovenContexts.class);
		assertThat(output.lines()).contains("bean of a: a", "bean of b: b", "prototype of a: a", "product of a: a",
				"initialization of a bean of a: a", "proxied call of a: a", "no bean: b", "static: b",
				"after b was closed, bean of a: a", "after b was closed, no bean: a");
	}

	private static String run(Path directory, Class<?> main) throws IOException, InterruptedException {
		String classPath = System.getProperty("java.class.path");
		String weaver = Arrays.stream(classPath.split(File.pathSeparator))
			.filter((entry) -> entry.contains("aspectjweaver"))
			.findFirst()
			.orElseThrow();
		Files.createDirectories(directory.resolve("META-INF"));
		Files.writeString(directory.resolve("META-INF/aop.xml"), """
				<aspectj>
					<weaver options="-Xset:weaveJavaxPackages=false">
						<include within="io.lockstarter.aop.WovenApplication..*"/>
						<include within="io.lockstarter.aop.DistributedLockAspect"/>
					</weaver>
					<aspects>
						<aspect name="io.lockstarter.aop.DistributedLockAspect"/>
					</aspects>
				</aspectj>
				""");
		Path output = directory.resolve("output");
		Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-javaagent:" + weaver, "--add-opens",
				"java.base/java.lang=ALL-UNNAMED", "-cp", directory + File.pathSeparator + classPath, main.getName()))
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		try {
			assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		String text = Files.readString(output);
		assertThat(process.exitValue()).as(text).isZero();
		return text;
	}

}
