package io.lockstarter.aop.key;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Refusals that do not fit into {@code src/test/resources/errors/table.md}.
 */
class KeyTemplateRefusalTests {

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
	void messageNamesAMethodWithoutParameters() {
		assertThat(refusal("job:#<id>", "noParameters").problem())
			.isEqualTo("there is no parameter 'id': Shop.noParameters has no parameters");
	}

	@Test
	void typesWithoutATextAreRefusedBeforeTheFirstCall() {
		assertThat(refusal("#names", "many").problem()).contains("an array (String[]) has no text");
		assertThat(refusal("#orders", "many").problem()).contains("a map (Map)");
	}

	@Test
	void unknownMethodIsRefusedBeforeTheFirstCall() {
		assertThat(refusal("#<order.idd()>", "buy").problem()).isEqualTo("Order has no method 'idd()'");
		assertThat(refusal("#<order.idd()>", "buy").fix()).isEqualTo("did you mean 'id()'?");
		assertThat(refusal("#<order.id().lenght()>", "buy").fix()).isEqualTo("did you mean 'length()'?");
		assertThat(refusal("#<order?.idd()>", "buy").position()).isEqualTo(9);
		assertThat(refusal("#<name.substring()>", "buy").problem())
			.isEqualTo("String has no method 'substring' with 0 arguments");
	}

	@Test
	void existingMethodIsAccepted() {
		assertThat(Shop.template("#<order.id().trim().length()>", "buy")).isNotNull();
		assertThat(Shop.template("#<order.toString()>", "buy")).isNotNull();
		assertThat(Shop.template("#<name.formatted(1, 2, 3)>:#<id.toString()>", "buy")).isNotNull();
		assertThat(Shop.template("#<value.anything(1).at().all()>", "any")).isNotNull();
	}

	@Test
	void methodOfAHiddenSuperclassIsAccepted() {
		assertThat(Shop.key("order:#<order.id()>", "visible", new Shop.VisibleOrder("42"))).isEqualTo("order:42");
		assertThat(refusal("#<order.id().lenght()>", "visible").fix()).isEqualTo("did you mean 'length()'?");
	}

	@Test
	void interfacesAndObjectsAreNotCheckedBeforeTheFirstCall() {
		assertThat(Shop.template("#value.anything.at.all", "any")).isNotNull();
		assertThat(Shop.template("#account.anything:#bean.anything", "accounts")).isNotNull();
	}

	@Test
	void unpairedSurrogateIsRefused() {
		assertThat(refusal("a\uD83D:#<id>", "buy").position()).isEqualTo(1);
		assertThat(refusal("a\uDE00", "buy").problem()).contains("half of a surrogate pair");
		assertThat(refusal("#<name + '\uD83D'>", "buy").position()).isEqualTo(10);
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> KeyTemplate.parse("${x}", Shop.method("buy"), (text) -> "\uDE00"));
	}

	@Test
	void emptyPropertyBetweenPlaceholdersIsRefused() {
		assertThatExceptionOfType(KeyTemplateException.class)
			.isThrownBy(() -> KeyTemplate.parse("#<id>${x}#<name>", Shop.method("buy"), (text) -> ""))
			.withMessageContaining("nothing separates two placeholders");
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
		assertThat(refusal("x".repeat(1024) + "#<id>", "buy").problem())
			.isEqualTo("the shortest key has 1025 characters, 1024 are allowed");
		assertThat(Shop.template("x".repeat(1023) + "#<id>", "buy")).isNotNull();
	}

	private static KeyTemplateException refusal(String template, String method) {
		KeyTemplateException refusal = catchThrowableOfType(KeyTemplateException.class,
				() -> Shop.template(template, method));
		assertThat(refusal).as("refusal of %s", template).isNotNull();
		return refusal;
	}

}
