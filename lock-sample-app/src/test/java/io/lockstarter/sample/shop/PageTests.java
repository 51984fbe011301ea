package io.lockstarter.sample.shop;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

@ShopTest
class PageTests {

	private final RestTestClient client;

	PageTests(@LocalServerPort int port) {
		this.client = RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
	}

	@Test
	void pageSaysWhatItIsAndHasAPlaceForTheStockAndForTheResult() {
		assertThat(get("/")).contains("sample of lock-starter")
			.contains("<html lang=\"en\">")
			.contains("width=device-width")
			.contains("id=\"stock\"")
			.contains("aria-live=\"polite\"")
			.contains("shop.js")
			.contains("shop.css");
	}

	@Test
	void scriptShowsTheStockAndBuysByButton() {
		assertThat(get("/shop.js")).contains("fetch(\"stock\")")
			.contains("fetch(\"orders/\"")
			.contains("createElement(\"button\")");
	}

	@Test
	void styleKnowsTheDark() {
		assertThat(get("/shop.css")).contains("prefers-color-scheme: dark");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/", "/shop.js", "/shop.css" })
	void nothingComesFromElsewhere(String path) {
		assertThat(get(path)).doesNotContain("//cdn", "http://", "https://", "@import");
	}

	private String get(String path) {
		String body = this.client.get()
			.uri(path)
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody(String.class)
			.returnResult()
			.getResponseBody();
		assertThat(body).isNotNull();
		return body;
	}

}
