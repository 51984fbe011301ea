package io.lockstarter.autoconfigure.failure;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import io.lockstarter.aop.definition.DurationSyntax;
import io.lockstarter.aop.definition.Problem;
import io.lockstarter.aop.key.ClosestName;
import io.lockstarter.autoconfigure.LockProperties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses unknown properties and lists the known ones, for files, system properties and
 * all other sources. An unknown environment variable only causes a warning: Kubernetes
 * defines variables such as {@code DISTRIBUTED_LOCK_SERVICE_HOST} by itself.
 */
public final class PropertyNames implements ConfigurationPropertiesBindHandlerAdvisor {

	private static final Logger logger = LoggerFactory.getLogger(PropertyNames.class);

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(LockProperties.PREFIX);

	private static final Pattern HARMLESS = Pattern.compile("-?[0-9]{1,6}([.][0-9]{1,3})? ?[a-z]{0,2}|true|false|");

	private static final Pattern SECRET = Pattern.compile("pass|pwd|secret|credential|token|auth|pin");

	private final Environment environment;

	public PropertyNames(Environment environment) {
		this.environment = environment;
	}

	/** Checks the names when the values are bound. */
	@Override
	public BindHandler apply(BindHandler handler) {
		return new AbstractBindHandler(handler) {
			@Override
			public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target,
					BindContext context) {
				if (name.equals(PREFIX)) {
					check(PropertyNames.this.environment);
				}
				return super.onStart(name, target, context);
			}

			// An empty number or boolean means the default, like an empty duration.
			// Spring Boot does not read 1h30m, but annotations accept it.
			@Override
			public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
					Exception error) throws Exception {
				ConfigurationProperty property = context.getConfigurationProperty();
				if (property == null || !property.getName().equals(name) || !PREFIX.isAncestorOf(name)) {
					return super.onFailure(name, target, context, error);
				}
				String text = PropertyNames.this.environment.resolvePlaceholders(String.valueOf(property.getValue()));
				if (text.isBlank()) {
					return null;
				}
				Duration duration = (target.getType().resolve() == Duration.class) ? duration(text) : null;
				return (duration != null) ? duration : super.onFailure(name, target, context, error);
			}
		};
	}

	private static @Nullable Duration duration(String text) {
		try {
			return DurationSyntax.DURATION.parse(text);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static void check(Environment environment) {
		List<Problem> problems = new ArrayList<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
				warn(variables);
			}
			else if (source instanceof IterableConfigurationPropertySource names) {
				names.stream()
					.filter(PREFIX::isAncestorOf)
					.map((name) -> problem(name, source.getConfigurationProperty(name)))
					.filter((problem) -> problem != null && !problems.contains(problem))
					.forEach(problems::add);
			}
		}
		if (!problems.isEmpty()) {
			throw InvalidLockConfigurationException.ofProperties(problems);
		}
	}

	private static @Nullable Problem problem(ConfigurationPropertyName name, @Nullable ConfigurationProperty property) {
		Class<?> group = LockProperties.class;
		String path = LockProperties.PREFIX;
		int i = 1;
		for (; i < name.getNumberOfElements() && group.isRecord(); i++) {
			RecordComponent component = find(group, name.getElement(i, Form.UNIFORM));
			if (component == null) {
				return Problem.ofValue(name.toString(), shown(name, group, property), "is an unknown property",
						meant(path, name.getElement(i, Form.DASHED), group) + "Correct its name. The names in " + path
								+ " are " + String.join(", ", names(group)));
			}
			path += "." + DataObjectPropertyName.toDashedForm(component.getName());
			group = component.getType();
			if (group == Map.class && i + 1 < name.getNumberOfElements()) {
				// The name of a lock may be any text.
				i++;
				path += "[" + name.getElement(i, Form.ORIGINAL) + "]";
				group = LockProperties.Lock.class;
			}
		}
		boolean list = Iterable.class.isAssignableFrom(group);
		boolean element = list && i == name.getNumberOfElements() - 1 && name.isNumericIndex(i);
		if (i == name.getNumberOfElements() || element) {
			return null;
		}
		// The value may contain a password.
		return Problem.ofValue(name.toString(), "(not shown)", "is an unknown property",
				"Set " + path + " itself" + (list ? ", or number its elements from 0: " + path + "[0]" : ""));
	}

	/**
	 * Returns the value of an unknown property if it cannot be a secret: a duration, a
	 * number or a boolean whose name does not suggest a secret. A misspelled list of
	 * Redlock nodes may contain passwords.
	 */
	private static String shown(ConfigurationPropertyName name, Class<?> group,
			@Nullable ConfigurationProperty property) {
		String value = (property != null) ? String.valueOf(property.getValue()) : "";
		boolean harmless = group != LockProperties.Redlock.class && HARMLESS.matcher(value).matches()
				&& !SECRET.matcher(name.toString()).find();
		return harmless ? value : "(not shown)";
	}

	private static void warn(SystemEnvironmentPropertySource variables) {
		List<String> known = new ArrayList<>();
		collect(LockProperties.class, uniform(LockProperties.PREFIX), known);
		for (String name : variables.getPropertyNames()) {
			String uniform = uniform(name);
			if (uniform.startsWith(uniform(LockProperties.PREFIX))
					&& known.stream().noneMatch((one) -> uniform.matches(one + "[0-9]*"))) {
				logger.warn(
						"The environment variable {} sets no property of the distributed locks. If it should set one, "
								+ "correct its name. The names in {} are {}",
						name, LockProperties.PREFIX, String.join(", ", names(LockProperties.class)));
			}
		}
	}

	private static void collect(Class<?> group, String path, List<String> known) {
		for (RecordComponent component : group.getRecordComponents()) {
			String name = path + uniform(component.getName());
			if (component.getType() == Map.class) {
				known.add(name + ".+");
			}
			else if (component.getType().isRecord()) {
				collect(component.getType(), name, known);
			}
			else {
				known.add(name);
			}
		}
	}

	private static String uniform(String name) {
		return name.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
	}

	private static @Nullable RecordComponent find(Class<?> group, String uniform) {
		return Arrays.stream(group.getRecordComponents())
			.filter((component) -> component.getName().equalsIgnoreCase(uniform))
			.findFirst()
			.orElse(null);
	}

	private static String meant(String path, String name, Class<?> group) {
		String nearest = ClosestName.to(name, names(group));
		return (nearest != null) ? "Did you mean " + path + "." + nearest + "? " : "";
	}

	private static List<String> names(Class<?> group) {
		return Arrays.stream(group.getRecordComponents())
			.map((component) -> DataObjectPropertyName.toDashedForm(component.getName()))
			.toList();
	}

}
