package io.lockstarter.autoconfigure.failure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.lockstarter.aop.definition.DurationSyntax;
import io.lockstarter.aop.definition.Problem;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.util.StringUtils;

/** Explains a value that cannot be converted to the type of its property. */
final class UnreadableValue {

	private UnreadableValue() {
	}

	static Problem problem(ConfigurationProperty property, Class<?> type) {
		String name = property.getName().toString();
		String value = String.valueOf(property.getValue());
		if (type == Duration.class) {
			return Problem.ofValue(name, value, DurationSyntax.DURATION.problem(),
					StringUtils.capitalize(DurationSyntax.DURATION.fix()));
		}
		if (type == boolean.class || type == Boolean.class) {
			return Problem.ofValue(name, value, "is neither true nor false", "Set it to true or false");
		}
		if (type == int.class) {
			return Problem.ofValue(name, value, "is not a whole number, or is too large",
					"Set it to a number such as 3");
		}
		if (type == double.class) {
			return Problem.ofValue(name, value, "is not a number",
					"Set it to a number such as 0.5, with a decimal point");
		}
		if (type.isEnum()) {
			List<String> names = Arrays.stream(type.getEnumConstants())
				.map((constant) -> constant.toString().toLowerCase(Locale.ROOT))
				.toList();
			return Problem.ofValue(name, value, "is not one of " + String.join(", ", names),
					"Set it to " + String.join(" or ", names));
		}
		if (type.isRecord()) {
			return Problem.ofValue(name, value, "is a group of properties and has no value itself",
					"Set one of its properties, such as " + name + "."
							+ DataObjectPropertyName.toDashedForm(type.getRecordComponents()[0].getName()));
		}
		return Problem.ofValue(name, value, "cannot be read as " + type.getSimpleName(), "Correct the value");
	}

}
