package io.lockstarter.aop.key;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A placeholder in another notation would silently make one lock of all calls. The
 * messages are in {@code src/test/resources/errors/table.md}.
 */
class ForeignPlaceholderTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			order:{id}          | 6 | #<id>
			{order}:daily       | 0 | #<order>
			order:{order.id}    | 6 | #<order.id>
			order-{0}           | 6 | #<order>
			order-{1,number}    | 6 | #<id>
			order:{}            | 6 | #<order>
			order:<name>        | 6 | #<name>
			order:$id:x         | 6 | #<id>
			o:%d                | 2 | #<order>
			o:%2$s:%1$s         | 2 | #<id>
			${none:{id}}:{name} | 13 | #<name>
			""")
	void otherNotationIsRefusedWithOurs(String template, int position, String ours) {
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> KeyTemplate.parse(template, Shop.method("buy"), (property) -> "eu"))
			.satisfies((ex) -> {
				assertThat(ex.problem()).contains("all calls would share one lock");
				assertThat(ex.position()).isEqualTo(position);
				assertThat(ex.fix()).startsWith("write " + ours + ";");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "{order}:#<id>", "{0}:#id", "%d:#<id>", "#{id}", "{orders}:daily", "{shop}", "{3}", "{-1}",
			"order:$ids", "10% discount", "20%discount", "a%20b", "$", "a < b", "<>", "id", "order:id", "${region}" })
	void otherTextIsAccepted(String template) {
		assertThat(KeyTemplate.parse(template, Shop.method("buy"), (property) -> "{id}")).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "job-{0}", "job:{}", "job:%d", "job:$id", "{job}" })
	void methodWithoutParametersCannotMeanOne(String template) {
		assertThat(Shop.key(template, "noParameters")).isEqualTo(template);
	}

	@Test
	void handleIsNoValueOfAKey() {
		assertThat(Shop.template("{lock}:%d:{0}", "locked")).isNotNull();
		assertThatExceptionOfType(KeyTemplateException.class).isThrownBy(() -> Shop.template("order:{}", "lockedById"))
			.satisfies((ex) -> assertThat(ex.fix()).startsWith("write #<id>;"));
	}

	@Test
	void fixNamesTheWayToTheSameText() {
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> Shop.template("order:{order.items['a']}", "buy"))
			.satisfies((ex) -> assertThat(ex.fix())
				.isEqualTo("write #<order.items['a']>; if the text itself is meant, write #<'{order.items[''a'']}'>"));
		assertThat(Shop.key("order:#<'{order.items[''a'']}'>", "buy", Shop.order("1"), 42L, "Bob"))
			.isEqualTo("order:{order.items['a']}");
	}

}
