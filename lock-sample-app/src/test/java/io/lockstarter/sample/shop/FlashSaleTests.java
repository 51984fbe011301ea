package io.lockstarter.sample.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@ShopTest
class FlashSaleTests {

	private static final int BUYERS = 200;

	private static final int PIECES = 60;

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	@LocalServerPort
	private int port;

	@Autowired
	private StockRepository stock;

	@Test
	void saleWithoutALockOversells() throws Exception {
		Sku sku = new Sku("ticket-none");
		this.stock.fill(sku, PIECES);
		List<HttpResponse<String>> answers = sell(sku, "none");
		assertThat(answers.stream().filter((answer) -> answer.statusCode() == 200)).hasSizeGreaterThan(PIECES);
		StockLine line = this.stock.lines().stream().filter((it) -> it.sku().equals(sku)).findFirst().orElseThrow();
		assertThat(line.oversold()).isPositive().isEqualTo(line.orders() - PIECES);
	}

	@ParameterizedTest
	@ValueSource(strings = { "annotation", "service" })
	void saleWithALockSellsExactlyTheStock(String lock) throws Exception {
		Sku sku = new Sku("ticket-" + lock);
		this.stock.fill(sku, PIECES);
		List<HttpResponse<String>> answers = sell(sku, lock);

		List<String> sold = answers.stream()
			.filter((answer) -> answer.statusCode() == 200)
			.map(HttpResponse::body)
			.toList();
		assertThat(sold).hasSize(PIECES);
		assertThat(sold.stream().<Integer>map((body) -> JsonPath.read(body, "$.remaining")))
			.containsExactlyInAnyOrderElementsOf(IntStream.range(0, PIECES).boxed().toList());
		assertThat(sold.stream().<String>map((body) -> JsonPath.read(body, "$.orderId"))).doesNotHaveDuplicates();
		assertThat(answers.stream().filter((answer) -> answer.statusCode() == 409)).hasSize(BUYERS - PIECES);
		assertThat(this.stock.lines()).contains(new StockLine(sku, PIECES, 0, PIECES));
	}

	private List<HttpResponse<String>> sell(Sku sku, String lock) throws Exception {
		List<CompletableFuture<HttpResponse<String>>> asked = IntStream.range(0, BUYERS)
			.mapToObj((buyer) -> buy(sku, lock))
			.toList();
		CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).get(2, TimeUnit.MINUTES);
		return asked.stream().map(CompletableFuture::join).toList();
	}

	private CompletableFuture<HttpResponse<String>> buy(Sku sku, String lock) {
		URI uri = URI.create("http://127.0.0.1:" + this.port + "/orders/" + sku + "/buy?lock=" + lock);
		HttpRequest request = HttpRequest.newBuilder(uri).POST(BodyPublishers.noBody()).build();
		return this.http.sendAsync(request, BodyHandlers.ofString());
	}

}
