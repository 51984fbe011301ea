package io.lockstarter.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationFailureAnalyzer;
import io.lockstarter.autoconfigure.failure.LockBindingFailureAnalyzer;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/** Binds properties for tests in other packages. */
public final class BoundProperties {

	private BoundProperties() {
	}

	/** Returns all names below the prefix, in their order. */
	public static List<String> names() {
		return names(LockProperties.class, "");
	}

	private static List<String> names(Class<?> group, String path) {
		List<String> names = new ArrayList<>();
		for (RecordComponent component : group.getRecordComponents()) {
			String name = path + DataObjectPropertyName.toDashedForm(component.getName());
			if (component.getType().isRecord()) {
				names.addAll(names(component.getType(), name + "."));
			}
			else {
				names.add(name);
			}
		}
		return names;
	}

	/** Binds values, and fails if they are invalid without an explanation. */
	public static void bindOrExplain(Map<String, String> values) {
		MapConfigurationPropertySource source = new MapConfigurationPropertySource();
		values.forEach((name, value) -> source.put(LockProperties.PREFIX + "." + name, value));
		LockProperties properties;
		try {
			properties = new Binder(source).bindOrCreate(LockProperties.PREFIX, LockProperties.class);
		}
		catch (BindException ex) {
			FailureAnalysis analysis = Stream
				.of(new InvalidLockConfigurationFailureAnalyzer(), new LockBindingFailureAnalyzer())
				.map((analyzer) -> analyzer.analyze(ex))
				.filter(Objects::nonNull)
				.findFirst()
				.orElseThrow(() -> new AssertionError("Not explained: " + values, ex));
			assertThat(values.keySet()).anyMatch((name) -> analysis.getDescription().contains("." + name));
			assertThat(analysis.getAction()).contains(LockProperties.PREFIX + ".");
			return;
		}
		assertThat(SettingsMapper.of(properties, new MockEnvironment())).isNotNull();
	}

}
