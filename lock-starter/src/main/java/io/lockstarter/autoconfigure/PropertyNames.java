package io.lockstarter.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;

import io.lockstarter.autoconfigure.InvalidLockPropertiesException.Problem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** What to say of a property that does not exist: the names that do. */
final class PropertyNames {

	private PropertyNames() {
	}

	static Problem unknown(ConfigurationProperty property) {
		ConfigurationPropertyName name = property.getName();
		Class<?> group = LockProperties.class;
		String path = LockProperties.PREFIX;
		for (int i = 1; i < name.getNumberOfElements() && group.isRecord(); i++) {
			RecordComponent component = find(group, name.getElement(i, Form.UNIFORM));
			if (component == null) {
				return new Problem(name.toString(), String.valueOf(property.getValue()), "is no property that there is",
						"Correct its name: in " + path + " there are " + names(group));
			}
			path += "." + DataObjectPropertyName.toDashedForm(component.getName());
			group = component.getType();
		}
		// There may be a password in it.
		return new Problem(name.toString(), "(not shown)", "is no property that there is", "Set " + path + " itself"
				+ (Iterable.class.isAssignableFrom(group) ? ", or number its elements from 0: " + path + "[0]" : ""));
	}

	private static @Nullable RecordComponent find(Class<?> group, String uniform) {
		return Arrays.stream(group.getRecordComponents())
			.filter((component) -> component.getName().equalsIgnoreCase(uniform))
			.findFirst()
			.orElse(null);
	}

	private static String names(Class<?> group) {
		return Arrays.stream(group.getRecordComponents())
			.map((component) -> DataObjectPropertyName.toDashedForm(component.getName()))
			.collect(Collectors.joining(", "));
	}

}
