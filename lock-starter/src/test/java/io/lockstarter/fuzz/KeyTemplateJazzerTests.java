package io.lockstarter.fuzz;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstarter.aop.key.ConditionExpression;
import io.lockstarter.aop.key.KeyTemplate;
import io.lockstarter.aop.key.KeyTemplateException;
import io.lockstarter.fuzz.FuzzMethods.Order;
import io.lockstarter.internal.Limits;
import org.junit.jupiter.api.Tag;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that any text is a valid template or is refused with a position and a fix. */
@Tag("own-jvm")
class KeyTemplateJazzerTests {

	private static final Method BUY = FuzzMethods.method("buy");

	private static final Object[] ARGUMENTS = { new Order("7", List.of("x", "y")), 42L, "Bob" };

	@FuzzTest(maxDuration = Fuzzing.TIME)
	void anyTextIsATemplateOrRefused(byte[] bytes) {
		String text = new String(bytes, StandardCharsets.UTF_8);
		attempt(() -> {
			String key = KeyTemplate.parse(text, BUY, (property) -> property.contains("a") ? "#<" : "")
				.resolve(ARGUMENTS);
			assertThat(key).isNotEmpty().hasSizeLessThanOrEqualTo(Limits.MAX_KEY_LENGTH);
			return key;
		});
		attempt(() -> ConditionExpression.parse(text, BUY, (condition) -> condition).matches(ARGUMENTS));
	}

	private static void attempt(Supplier<Object> action) {
		try {
			assertThat(action.get()).isNotNull();
		}
		catch (KeyTemplateException ex) {
			assertThat(ex.position()).isBetween(0, ex.template().length());
			assertThat(ex.problem()).isNotBlank();
			assertThat(ex.fix()).isNotBlank();
		}
	}

}
