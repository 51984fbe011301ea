package io.lockstarter.annotation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.lockstarter.annotation.MisplacedBeans.OutsideOfInterface;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The refusals in {@code docs/annotation.md} are those that an application gives. */
class RefusalPageTests {

	@Test
	void everyDocumentedRefusalIsGivenAndEveryOneIsDocumented() throws IOException {
		String page = Files.readString(Path.of("..", "docs", "annotation.md"));
		List<MatchResult> documented = Pattern.compile("(?m)^\\| [^|]+ \\| `([^`]+)` \\| `([^`]+)` \\|$")
			.matcher(page)
			.results()
			.toList();
		List<String> given = Stream
			.concat(RefusalTests.refused().map((arguments) -> message((Class<?>) arguments.get()[0])),
					Stream.of(message(OutsideOfInterface.class)))
			.toList();
		assertThat(documented).hasSizeGreaterThan(20)
			.allSatisfy((row) -> assertThat(given).anyMatch((message) -> isIn(row, message)));
		assertThat(given).allSatisfy((message) -> assertThat(documented).anyMatch((row) -> isIn(row, message)));
	}

	private static boolean isIn(MatchResult row, String message) {
		return message.contains(row.group(1)) && message.contains("Fix: " + row.group(2));
	}

	private static String message(Class<?> bean) {
		String[] message = { "" };
		LockedContexts.with(bean)
			.withPropertyValues("spring.aop.proxy-target-class=" + (bean != OutsideOfInterface.class))
			.run((context) -> message[0] = String
				.valueOf(Objects.requireNonNull(context.getStartupFailure(), bean.getName()).getMessage()));
		return message[0];
	}

}
