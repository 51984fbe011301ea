package io.lockstarter.fuzz;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstarter.aop.key.KeyDecoder;
import io.lockstarter.aop.key.KeyTemplate;
import io.lockstarter.aop.key.KeyTemplateException;
import org.junit.jupiter.api.Tag;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks that all values can be read back from the key, with any text between them. So
 * different values never have the same key.
 */
@Tag("own-jvm")
class KeyValuesJazzerTests {

	private static final Method THREE = FuzzMethods.method("three");

	private static final List<String> FORMS = List.of("#<%s>", "#{#%s}", "#{%s}", "#< %s >", "#<#%s>");

	@FuzzTest(maxDuration = Fuzzing.TIME)
	void valuesAreReadBackFromTheKey(FuzzedDataProvider data) {
		List<String> literals = new ArrayList<>(List.of(data.consumeString(8)));
		StringBuilder template = new StringBuilder(written(literals.get(0)));
		List<String> used = new ArrayList<>();
		int placeholders = data.consumeInt(1, 3);
		Object[] values = { "", "", "" };
		for (int i = 0; i < placeholders; i++) {
			template.append(data.pickValue(FORMS).formatted("abc".charAt(i)));
			literals.add(data.consumeString(4));
			template.append(written(literals.get(i + 1)));
		}
		if (template.indexOf("${") >= 0) {
			return; // text from the environment, which would replace placeholders
		}
		for (int i = 0; i < placeholders; i++) {
			values[i] = data.consumeString(12);
			used.add((String) values[i]);
		}
		try {
			String key = KeyTemplate.parse(template.toString(), THREE, (property) -> property).resolve(values);
			assertThat(KeyDecoder.decode(key, literals)).isEqualTo(used);
		}
		catch (KeyTemplateException ex) {
			assertThat(ex.fix()).isNotBlank();
		}
	}

	// Escapes the text, so that it has no special meaning.
	private static String written(String literal) {
		return literal.replace("#", "##");
	}

}
