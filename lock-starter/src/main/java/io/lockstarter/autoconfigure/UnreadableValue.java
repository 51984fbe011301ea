package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.lockstarter.annotation.DurationSyntax;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.util.StringUtils;

/** What to say of a value that is not of its property's type. */
final class UnreadableValue {

	private UnreadableValue() {
	}

	static PropertyProblem problem(ConfigurationProperty property, Class<?> type) {
		String name = property.getName().toString();
		String value = String.valueOf(property.getValue());
		if (type == Duration.class) {
			return new PropertyProblem(name, value, DurationSyntax.DURATION.problem(),
					StringUtils.capitalize(DurationSyntax.DURATION.fix()));
		}
		if (type == boolean.class || type == Boolean.class) {
			return new PropertyProblem(name, value, "is neither true nor false", "Set it to true or false");
		}
		if (type == int.class) {
			return new PropertyProblem(name, value, "is not a whole number that is small enough",
					"Set it to one such as 3");
		}
		if (type == double.class) {
			return new PropertyProblem(name, value, "is not a number", "Set it to one such as 0.5, with a point");
		}
		if (type.isEnum()) {
			List<String> names = Arrays.stream(type.getEnumConstants())
				.map((constant) -> constant.toString().toLowerCase(Locale.ROOT))
				.toList();
			return new PropertyProblem(name, value, "is none of " + String.join(", ", names),
					"Set it to " + String.join(" or ", names));
		}
		if (type.isRecord()) {
			return new PropertyProblem(name, value, "is the name of a group, which has no value of its own",
					"Set one of its properties, such as " + name + "."
							+ DataObjectPropertyName.toDashedForm(type.getRecordComponents()[0].getName()));
		}
		return new PropertyProblem(name, value, "cannot be read as " + type.getSimpleName(), "Correct the value");
	}

}
