package io.lockstarter.key;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * The index is that of the wrong part; problem and fix must contain what is given.
 */
class KeyTemplateRefusalTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '§', textBlock = """
			order:#<idd>            |  8 | no parameter 'idd'; Shop.buy has order, id, name  | did you mean 'id'?
			order:#idd              |  7 | no parameter 'idd'                         | did you mean 'id'?
			order:#id_x             |  7 | no parameter 'id_x'                        | #<id>text
			#<#nam>                 |  3 | no parameter 'nam'                         | did you mean 'name'?
			#<qqqqqqqq>             |  2 | no parameter 'qqqqqqqq'                    | name one of these
			#p3                     |  1 | no parameter 'p3'                          | #<
			#<#a.id + 'x'>          |  3 | no parameter 'a'                           | name one of these
			#<id + nmae>            |  7 | no parameter 'nmae'                        | did you mean 'name'?
			#<order.items[i]>       | 14 | no parameter 'i'                           | did you mean 'id'?
			#<#root>                |  3 | no parameter 'root'                        | name one of these
			#<#this + 'x'>          |  3 | no parameter 'this'                        | #<
			#order.idd              |  7 | Order has no property 'idd'; it has customer, id, items | did you mean 'id'?
			#<order.customer.nme>   | 17 | Customer has no property 'nme'; it has     | did you mean 'name'?
			#<order.idd + 'x'>      |  8 | Order has no property 'idd'                | did you mean 'id'?
			#id.json                |  4 | long has no property 'json'                | #<…>.json
			#<order.class>          |  8 | Order has no property 'class'              | name a property
			#<order.toString>       |  8 | Order has no property 'toString'           | name a property
			'order:' + #id          |  0 | looks like SpEL that puts strings together | order:#<id>
			'order:' + id           |  0 | looks like SpEL                            | leave out quotes and plus
			a'order:' + #id         |  8 | looks like SpEL                            | order:#<id>
			"order:" + #<id>        |  0 | looks like SpEL                            | order:#<id>
			#id + 'x'               |  2 | looks like SpEL                            | order:#<id>
			#id+'x'                 |  2 | looks like SpEL                            | order:#<id>
			#id + #name             |  2 | looks like SpEL                            | #<a + '-' + b>
			#id+#name               |  2 | looks like SpEL                            | #<a + '-' + b>
			'order:'.concat(#id)    |  7 | looks like SpEL                            | order:#<id>
			#name.concat('x')       |  4 | looks like SpEL                            | order:#<id>
			#<id>#<name>            |  5 | two placeholders with nothing between them | separator
			#id#name                |  3 | two placeholders with nothing between them | separator
			a#<id>#{name}           |  6 | two placeholders with nothing between them | separator
			order:#                 |  6 | nothing is named after this #              | ## for a literal #
			order:# 1               |  6 | nothing is named after this #              | ## for a literal #
			order:#<                |  6 | #< is never closed                         | close it with >
			order:#<id              |  6 | #< is never closed                         | close it with >
			order:#{id              |  6 | #{ is never closed                         | close it with }
			#<order.items[0>        | 13 | [ is never closed                          | close the bracket
			#<name + 'x>            |  9 | the quote is never closed                  | close it with '
			#<>                     |  2 | the expression is empty                    | #<id>
			#< >                    |  2 | the expression is empty                    | #<id>
			#<id +>                 |  5 | not a SpEL expression                      | correct it
			#<id id>                |  5 | not a SpEL expression                      | correct it
			#<id > 3 ? 'a' : 'b'>   |  5 | looks like a comparison                    | #<(a > b) ? 'x' : 'y'>
			#order.items[0]         | 12 | #order.items ends here                     | #<order.items[…>
			#name.trim()            | 10 | #name.trim ends here                       | #<name.trim(…>
			#order?.id              |  6 | #order ends here                           | #<order?…>
			#<T(java.lang.System)>  |  2 | names a type                               | use only parameters
			#<@bean>                |  3 | names a bean                               | use only parameters
			#<new String('x')>      |  2 | makes an object                            | use only parameters
			#<new items[]>          |  2 | makes an object                            | use only parameters
			#<name = 'x'>           |  7 | changes an argument                        | use only parameters
			#<id++>                 |  4 | changes an argument                        | use only parameters
			#<--id>                 |  2 | changes an argument                        | use only parameters
			#<#name(1)>             |  2 | calls a function                           | use only parameters
			#<order.items.![new String(#this)]> | 16 | makes an object                 | use only parameters
			#<name.concat(T(String).name)>      | 14 | names a type                    | use only parameters
			#<{a: id}>              |  2 | is not supported here                      | use only parameters
			#<trim()>               |  2 | stands alone                               | begin with a parameter
			#<[0]>                  |  2 | stands alone                               | begin with a parameter
			#<name + ${x}>          |  9 | ${…} cannot stand inside an expression     | move it out
			${shop.region}          |  0 | ${shop.region} cannot be resolved          | ${name:default}
			x${shop                 |  1 | ${ is never closed                         | close it with }
			#order.items            |  0 | #order.items cannot be part of a key: a collection (List) | #<ids[0]>
			`  `                    |  0 | the key is blank                           | order:#<id>
			``                      |  0 | the key is blank                           | order:#<id>
			""")
	void wrongTemplateIsRefused(String template, int position, String problem, String fix) {
		KeyTemplateException refusal = refusal(template, "buy");
		assertThat(refusal.problem()).contains(problem);
		assertThat(refusal.fix()).contains(fix);
		assertThat(refusal.position()).isEqualTo(position);
		assertThat(refusal.template()).isEqualTo(template);
	}

	@Test
	void messageShowsTemplatePositionProblemAndFix() {
		assertThatExceptionOfType(KeyTemplateException.class).isThrownBy(() -> Shop.template("order:#<idd>\t", "buy"))
			.withMessage("""
					"order:#<idd>\t" at index 8: there is no parameter 'idd'; Shop.buy has order, id, name
					\torder:#<idd>\s
					\t        ^
					Fix: did you mean 'id'? (to put text right after a name: #<id>text)""");
	}

	@Test
	void methodWithoutParametersIsNamed() {
		assertThat(refusal("job:#<id>", "noParameters").problem())
			.isEqualTo("there is no parameter 'id': Shop.noParameters has no parameters");
	}

	@Test
	void typesWithoutATextAreRefusedBeforeTheFirstCall() {
		assertThat(refusal("#names", "many").problem()).contains("an array (String[]) has no text");
		assertThat(refusal("#orders", "many").problem()).contains("a collection (Map)");
	}

	@Test
	void interfacesAndObjectsAreNotCheckedBeforeTheFirstCall() {
		assertThat(Shop.template("#value.anything.at.all", "any")).isNotNull();
		assertThat(Shop.template("#account.anything:#bean.anything", "accounts")).isNotNull();
	}

	@Test
	void halfASurrogatePairIsRefused() {
		assertThat(refusal("a\uD83D:#<id>", "buy").position()).isEqualTo(1);
		assertThat(refusal("a\uDE00", "buy").problem()).contains("half of a surrogate pair");
		assertThat(refusal("#<name + '\uD83D'>", "buy").position()).isEqualTo(10);
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> KeyTemplate.parse("${x}", Shop.method("buy"), (text) -> "\uDE00", 100));
	}

	@Test
	void emptyPropertyBetweenPlaceholdersIsRefused() {
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> KeyTemplate.parse("#<id>${x}#<name>", Shop.method("buy"), (text) -> "", 100))
			.withMessageContaining("two placeholders with nothing between them");
	}

	@Test
	void depthAndLengthOfAnExpressionAreLimited() {
		assertThat(refusal("#<" + "(".repeat(51) + "id" + ")".repeat(51) + ">", "buy").problem())
			.contains("more than 50 brackets");
		assertThat(refusal("#<" + "!".repeat(1000) + "id>", "buy").problem()).contains("more than 1000 characters");
		assertThat(Shop.template("#<" + "!".repeat(998) + "id>", "buy")).isNotNull();
	}

	@Test
	void literalTextOverTheLimitIsRefused() {
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> KeyTemplate.parse("12345#<id>", Shop.method("buy"), Shop.NO_ENVIRONMENT, 5))
			.withMessageContaining("the shortest key has 6 characters, 5 are allowed");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> KeyTemplate.parse("a", Shop.method("buy"), Shop.NO_ENVIRONMENT, 0));
	}

	private static KeyTemplateException refusal(String template, String method) {
		KeyTemplateException refusal = catchThrowableOfType(KeyTemplateException.class,
				() -> Shop.template(template, method));
		assertThat(refusal).as("refusal of %s", template).isNotNull();
		return refusal;
	}

}
