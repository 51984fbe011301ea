package io.lockstarter.sample.postgres;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;

import io.lockstarter.sample.SampleProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs the sample with its profile for PostgreSQL, on a real server. */
@Tag("long")
@NeedsPostgres
@DisabledOnOs(OS.WINDOWS)
class PostgresTests {

	private static final String NAME = "shop";

	private final HttpClient http = HttpClient.newHttpClient();

	@TempDir
	private Path folder;

	@Test
	void shopOnPostgresSellsNoPieceTwice() throws Exception {
		try (LocalPostgres postgres = LocalPostgres.start(NAME, NAME, NAME)) {
			String url = "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/" + NAME;
			try (SampleProcess sample = SampleProcess.start(this.folder, "--server.port=0", "--instances=2",
					"--spring.profiles.active=postgres", "--spring.datasource.url=" + url)) {
				String shop = "http://localhost:" + sample.webPort();
				sample.awaitComplete();
				assertThat(post(shop + "/runs?lock=annotation&buyers=40&pieces=15").statusCode()).isEqualTo(202);
				await().atMost(SampleProcess.GENEROUS)
					.untilAsserted(
							() -> assertThat(get(shop + "/runs").body()).contains("\"sold\":15", "\"soldOut\":25"));
				assertThat(get(shop + "/runs").body()).contains("\"remaining\":0", "\"oversold\":0");
				assertThat(post(shop + "/orders/lamp/buy?lock=fenced").statusCode()).isEqualTo(200);
				assertThat(count(url, "select count(*) from orders where sku = 'teapot'")).isEqualTo(15);
				assertThat(count(url, "select fencing_number from stock where sku = 'lamp'")).isPositive();
			}
		}
	}

	private HttpResponse<String> post(String uri) throws IOException, InterruptedException {
		return this.http.send(HttpRequest.newBuilder(URI.create(uri)).POST(BodyPublishers.noBody()).build(),
				BodyHandlers.ofString());
	}

	private HttpResponse<String> get(String uri) throws IOException, InterruptedException {
		return this.http.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
	}

	private static long count(String url, String query) throws Exception {
		try (Connection connection = DriverManager.getConnection(url, NAME, NAME);
				ResultSet result = connection.createStatement().executeQuery(query)) {
			result.next();
			return result.getLong(1);
		}
	}

}
