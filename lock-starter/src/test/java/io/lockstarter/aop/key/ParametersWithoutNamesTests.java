package io.lockstarter.aop.key;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ParametersWithoutNamesTests {

	@TempDir
	private Path directory;

	@Test
	void templateWithNamesIsRefusedWithTheReason() throws Exception {
		Method method = method();
		KeyTemplateException refusal = catchThrowableOfType(KeyTemplateException.class,
				() -> KeyTemplate.parse("order:#<id>", method, Shop.NO_ENVIRONMENT));
		assertThat(refusal.problem()).isEqualTo("'id' cannot be found: Legacy.buy was compiled without -parameters,"
				+ " so its parameters have no names");
		assertThat(refusal.fix()).contains("compile with -parameters").contains("#p0");
	}

	@Test
	void positionsWork() throws Exception {
		KeyTemplate template = KeyTemplate.parse("#p0:#<a1>:#<p0 + '-' + #p1>", method(), Shop.NO_ENVIRONMENT);
		assertThat(template.resolve(new Object[] { "x", 2 })).isEqualTo("x:2:x-2");
	}

	@Test
	void unknownPositionIsRefused() throws Exception {
		Method method = method();
		KeyTemplateException refusal = catchThrowableOfType(KeyTemplateException.class,
				() -> KeyTemplate.parse("#p2", method, Shop.NO_ENVIRONMENT));
		assertThat(refusal.problem()).isEqualTo("there is no parameter 'p2'; Legacy.buy has p0, p1");
	}

	private Method method() throws IOException, ReflectiveOperationException {
		Path source = this.directory.resolve("Legacy.java");
		Files.writeString(source, "public class Legacy { public void buy(String id, int count) { } }");
		int result = ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-proc:none", "-d", this.directory.toString(), source.toString());
		assertThat(result).isZero();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { this.directory.toUri().toURL() })) {
			return loader.loadClass("Legacy").getMethod("buy", String.class, int.class);
		}
	}

}
