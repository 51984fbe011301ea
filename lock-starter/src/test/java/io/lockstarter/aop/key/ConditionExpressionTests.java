package io.lockstarter.aop.key;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ConditionExpressionTests {

	private final MockEnvironment environment = new MockEnvironment().withProperty("limit", "40");

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '§', textBlock = """
			#id > 41                        | true
			id > 42                         | false
			#{#id > 41}                     | true
			#<id > 42>                      | false
			#id > ${limit}                  | true
			${locking:true}                 | true
			${locking:false}                | false
			true                            | true
			#name != null and #id == 42     | true
			{'Ann','Bob'}.contains(name)    | true
			#name matches '[A-Z].*'         | true
			#order.items.isEmpty()          | false
			!order.items.isEmpty()          | true
			""")
	void conditionIsEvaluatedOnTheArguments(String condition, boolean expected) {
		assertThat(parse(condition).matches(new Object[] { Shop.order("1"), 42L, "Bob" })).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '§', textBlock = """
			``                       | the expression is empty
			#idd > 3                 | no parameter 'idd'
			#id >                    | not a SpEL expression
			T(Boolean).TRUE          | names a type
			${none}                  | cannot be resolved
			#name                    | the condition is of type String, not true or false
			order.id                 | the condition is of type String, not true or false
			#{id > 3                 | #{ is never closed
			""")
	void wrongConditionIsRefusedWhenParsed(String condition, String problem) {
		assertThatExceptionOfType(KeyTemplateException.class).isThrownBy(() -> parse(condition))
			.withMessageContaining(problem);
	}

	@Test
	void nonBooleanValueIsRefusedWhenEvaluated() {
		ConditionExpression text = parse("#name + 'x'");
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> text.matches(new Object[] { Shop.order("1"), 42L, "Bob" }))
			.withMessageContaining("the condition is of type String, not true or false");
		ConditionExpression nothing = parse("#name?.concat('x')");
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> nothing.matches(new Object[] { Shop.order("1"), 42L, null }))
			.withMessageContaining("the condition is null, not true or false");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '§', textBlock = """
			root != null                              | true
			#root != null                             | true
			# root != null                            | true
			#{root.id == '1'}                         | true
			#root.id == '1' and root.id == '1'        | true
			root == null                              | false
			orders.?[id == #root.id].size() == 1      | true
			orders.?[#this.id == #root.id].isEmpty()  | false
			""")
	void parameterMayHaveANameReservedBySpel(String condition, boolean expected) {
		ConditionExpression parsed = ConditionExpression.parse(condition, Shop.method("tree"), Shop.NO_ENVIRONMENT);
		assertThat(parsed.matches(new Object[] { Shop.order("1"), List.of(Shop.order("1"), Shop.order("2")) }))
			.isEqualTo(expected);
		assertThat(parsed.types()).contains(Shop.Order.class);
	}

	@Test
	void numberOfArgumentsIsChecked() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse("#id > 1").matches(new Object[0]));
	}

	private ConditionExpression parse(String condition) {
		return ConditionExpression.parse(condition, Shop.method("buy"), this.environment::resolveRequiredPlaceholders);
	}

}
