package io.lockstarter.sample;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares openapi.yaml with the controllers: paths, methods and parameters. */
class OpenApiTests {

	/** Its paths are those of the shop, which are described already. */
	private static final String GATEWAY = "ShopGateway";

	@ParameterizedTest
	@CsvSource({ "io.lockstarter.sample.shop, 'shop,instance'", "io.lockstarter.sample.fleet, fleet" })
	void descriptionEqualsTheMappingsOfTheControllers(String basePackage, String tags) throws Exception {
		assertThat(described(List.of(tags.split(",")))).isNotEmpty().isEqualTo(mapped(basePackage));
	}

	private static Set<String> described(List<String> tags) throws IOException {
		JsonNode document = document();
		Set<String> operations = new TreeSet<>();
		document.path("paths").forEachEntry((path, methods) -> methods.forEachEntry((method, operation) -> {
			if (tags.contains(operation.path("tags").path(0).asString())) {
				String parameters = operation.path("parameters")
					.valueStream()
					.map((parameter) -> resolve(document, parameter))
					.map((parameter) -> parameter.path("in").asString() + " " + parameter.path("name").asString())
					.sorted()
					.collect(Collectors.joining(", "));
				operations.add(method.toUpperCase(Locale.ROOT) + " " + path + " " + parameters);
			}
		}));
		return operations;
	}

	private static JsonNode resolve(JsonNode document, JsonNode parameter) {
		String reference = parameter.path("$ref").asString("");
		return reference.isEmpty() ? parameter : document.at(reference.substring(1));
	}

	private static JsonNode document() throws IOException {
		try (InputStream in = OpenApiTests.class.getResourceAsStream("/static/openapi.yaml")) {
			Object yaml = new Yaml().load(in);
			return JsonMapper.shared().valueToTree(yaml);
		}
	}

	private static Set<String> mapped(String basePackage) throws ClassNotFoundException {
		ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
		scanner.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
		Set<String> operations = new TreeSet<>();
		for (var definition : scanner.findCandidateComponents(basePackage)) {
			Class<?> controller = ClassUtils.forName(Objects.requireNonNull(definition.getBeanClassName()), null);
			for (Method method : controller.getDeclaredMethods()) {
				RequestMappingInfo mapping = new Mappings().of(method, controller);
				if (mapping != null && !controller.getSimpleName().equals(GATEWAY)) {
					mapping.getPatternValues()
						.forEach((path) -> mapping.getMethodsCondition()
							.getMethods()
							.forEach((verb) -> operations.add(verb + " " + path + " " + parameters(method))));
				}
			}
		}
		return operations;
	}

	private static String parameters(Method method) {
		return Stream.of(method.getParameters()).flatMap((parameter) -> {
			if (parameter.isAnnotationPresent(PathVariable.class)) {
				return Stream.of("path " + parameter.getName());
			}
			return parameter.isAnnotationPresent(RequestParam.class) ? Stream.of("query " + parameter.getName())
					: Stream.empty();
		}).sorted().collect(Collectors.joining(", "));
	}

	private static final class Mappings extends RequestMappingHandlerMapping {

		private @Nullable RequestMappingInfo of(Method method, Class<?> controller) {
			return getMappingForMethod(method, controller);
		}

	}

}
