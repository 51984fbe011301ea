package io.lockstarter.aop.key;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Every locked call builds a key, so simple expressions bypass SpEL. */
class ArgumentExpressionTests {

	@ParameterizedTest
	@ValueSource(strings = { "id", "#id", "p1", "order.id", "#order.customer.id" })
	void propertyPathIsReadWithoutSpel(String expression) {
		assertThat(parse(expression)).isInstanceOf(PropertyPath.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "id + 1", "order.items.size()", "order?.id", "(id)" })
	void otherExpressionsUseSpel(String expression) {
		assertThat(parse(expression)).isInstanceOf(SpelArgumentExpression.class);
	}

	private static ArgumentExpression parse(String expression) {
		return ArgumentExpression.parse(expression, new TemplatePosition(expression, 0),
				Parameters.of(Shop.method("buy")));
	}

}
