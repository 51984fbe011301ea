package io.lockstarter.sample.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that {@code compose.yaml} starts what the profile for PostgreSQL expects. */
class ComposeFileTests {

	private final Properties compose = yaml(new FileSystemResource("../compose.yaml"));

	private final Properties application = yaml(new ClassPathResource("application.yml"));

	@Test
	void databaseIsThatOfTheProfile() {
		String postgres = "services.postgres.environment.POSTGRES_";
		assertThat(this.application)
			.containsAllEntriesOf(Map.of("spring.datasource.username", this.compose.get(postgres + "USER"),
					"spring.datasource.password", this.compose.get(postgres + "PASSWORD"), "spring.datasource.url",
					"jdbc:postgresql://localhost:5432/" + this.compose.get(postgres + "DB")));
		assertThat(this.compose).containsEntry("services.postgres.ports[0]", "5432:5432")
			.containsEntry("services.redis.ports[0]", "6379:6379");
	}

	@Test
	void imagesAreThoseOfTheDeveloperSetupAndOfTheTest() throws IOException {
		Path sources = Path.of("src/test/java/io/lockstarter/sample");
		String redis = "\"" + this.compose.get("services.redis.image") + "\"";
		assertThat(Files.readString(sources.resolve("TestLockSampleApplication.java")))
			.contains("\"" + this.compose.get("services.postgres.image") + "\"", redis);
		assertThat(Files.readString(sources.resolve("shop/RedisContainerTests.java"))).contains(redis);
	}

	private static Properties yaml(Resource file) {
		YamlPropertiesFactoryBean reader = new YamlPropertiesFactoryBean();
		reader.setResources(file);
		return Objects.requireNonNull(reader.getObject());
	}

}
