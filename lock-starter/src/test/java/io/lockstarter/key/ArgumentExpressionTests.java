package io.lockstarter.key;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A key is on the way of every locked call, so the simple forms go past SpEL. */
class ArgumentExpressionTests {

	@ParameterizedTest
	@ValueSource(strings = { "id", "#id", "p1", "order.id", "#order.customer.id" })
	void parameterWithAPathOfPropertiesIsReadWithoutSpel(String expression) {
		assertThat(parse(expression)).isInstanceOf(PropertyPath.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "id + 1", "order.items.size()", "order?.id", "(id)" })
	void allElseIsSpel(String expression) {
		assertThat(parse(expression)).isInstanceOf(SpelArgumentExpression.class);
	}

	private static ArgumentExpression parse(String expression) {
		return ArgumentExpression.parse(expression, new Site(expression, 0), Parameters.of(Shop.method("buy")));
	}

}
