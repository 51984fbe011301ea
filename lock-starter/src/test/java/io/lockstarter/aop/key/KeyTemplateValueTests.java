package io.lockstarter.aop.key;

import java.math.BigDecimal;
import java.nio.CharBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import io.lockstarter.aop.key.Shop.Account;
import io.lockstarter.aop.key.Shop.Bean;
import io.lockstarter.aop.key.Shop.Customer;
import io.lockstarter.aop.key.Shop.Order;
import io.lockstarter.aop.key.Shop.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class KeyTemplateValueTests {

	static Stream<Arguments> texts() {
		UUID uuid = UUID.fromString("9b2ad4b5-5c0f-4a6c-8f2f-0a1b2c3d4e5f");
		return Stream.of(Arguments.of("s", "s"), Arguments.of(1, "1"), Arguments.of(1L, "1"), Arguments.of('c', "c"),
				Arguments.of(true, "true"), Arguments.of(CharBuffer.wrap("sb"), "sb"),
				Arguments.of(Size.LARGE, "LARGE"), Arguments.of(uuid, uuid.toString()),
				Arguments.of(LocalDate.of(2026, 1, 2), "2026-01-02"),
				Arguments.of(Instant.EPOCH, "1970-01-01T00:00:00Z"), Arguments.of(new BigDecimal("1.00"), "1.00"),
				Arguments.of(Optional.of("in"), "in"), Arguments.of(OptionalInt.of(3), "3"),
				Arguments.of(OptionalLong.of(4), "4"), Arguments.of(new Customer(1, "n"), "Customer[id=1, name=n]"));
	}

	@ParameterizedTest
	@MethodSource("texts")
	void valueHasItsNaturalText(Object value, String expected) {
		assertThat(Shop.key("k:#value", "any", value)).isEqualTo("k:" + expected);
		assertThat(Shop.key("k:#<value ?: 'none'>", "any", value)).isEqualTo("k:" + expected);
	}

	@SuppressWarnings("JavaUtilDate")
	static Stream<Arguments> refused() {
		Account account = () -> "1";
		return Stream.of(Arguments.of(null, "#<value> is null"), Arguments.of("", "#<value> is empty"),
				Arguments.of(Optional.empty(), "#<value> is null"), Arguments.of(Optional.of(""), "#<value> is empty"),
				Arguments.of(OptionalInt.empty(), "#<value> is null"),
				Arguments.of(CharBuffer.wrap(""), "#<value> is empty"),
				Arguments.of(new Object(), "Object has no toString() of its own"),
				Arguments.of(new Bean("n"), "Bean has no toString() of its own"),
				Arguments.of(account, "has no toString() of its own"),
				Arguments.of(new int[] { 1 }, "an array (int[])"), Arguments.of(new Object() {
				}, "has no toString() of its own"), Arguments.of(Optional.of(List.of(1)), "a collection"),
				Arguments.of(List.of(1), "a collection"), Arguments.of(Set.of(1), "a collection"),
				Arguments.of(Map.of(), "a map"), Arguments.of(new Date(0), "time zone of the machine"),
				Arguments.of(new GregorianCalendar(), "time zone of the machine"));
	}

	@ParameterizedTest
	@MethodSource("refused")
	void valueWithoutAUsableTextIsRefusedByName(@Nullable Object value, String problem) {
		KeyTemplateException refusal = refusal("order:#<value>:x", "any", value);
		assertThat(refusal.problem()).contains("#<value>").contains(problem);
		assertThat(refusal).hasMessageContaining("\"order:#<value>:x\" at index 6");
		assertThat(refusal.fix()).isNotBlank();
	}

	@Test
	void nullInsideAPathIsRefusedByName() {
		Order order = new Order("1", null, List.of());
		assertThat(refusal("#<order.customer.id>", "buy", order, 1L, "n").problem())
			.isEqualTo("'order.customer' is null, so it has no 'id'");
		assertThat(refusal("#order.id", "buy", null, 1L, "n").problem())
			.isEqualTo("'#order' is null, so it has no 'id'");
		assertThat(refusal("#<order?.customer?.id>", "buy", order, 1L, "n").problem())
			.startsWith("#<order?.customer?.id> is null");
		assertThat(refusal("#<order.customer.name.trim()>", "buy", order, 1L, "n").problem())
			.contains("'order.customer.name.trim()' failed with");
	}

	@Test
	void exceptionOfAGetterIsTheCause() {
		KeyTemplateException refusal = refusal("#bean.broken", "accounts", null, new Bean("n"));
		assertThat(refusal).hasCauseInstanceOf(IllegalStateException.class).hasMessageContaining("broken on purpose");
		assertThat(refusal("#bean.none", "accounts", null, new Bean("n")).problem()).contains("has no property 'none'");
		assertThat(refusal("#bean.touch", "accounts", null, new Bean("n")).problem())
			.contains("has no property 'touch'");
	}

	@Test
	void classAndClassLoaderAreNotAccessible() {
		assertThat(refusal("#<value.class.name>", "any", "v").problem()).contains("has no property 'class'");
		assertThat(refusal("#<value.getClass().getName()>", "any", "v").problem()).contains("failed with");
	}

	@Test
	void keyOverTheLimitIsRefusedWithoutShowingIt() {
		KeyTemplate template = Shop.template("x".repeat(1014) + "k:#<value>!", "any");
		assertThat(template.resolve(new Object[] { "1234567" })).hasSize(1024);
		for (String value : List.of("12345678", "%%%", "x".repeat(5000))) {
			KeyTemplateException refusal = catchThrowableOfType(KeyTemplateException.class,
					() -> template.resolve(new Object[] { value }));
			assertThat(refusal).hasMessageContaining(" 1024 are allowed");
			assertThat(refusal.getMessage()).doesNotContain(value);
		}
	}

	@Test
	void numberOfArgumentsIsChecked() {
		assertThatIllegalArgumentException().isThrownBy(() -> Shop.key("#a", "three", "1", "2"));
	}

	private static KeyTemplateException refusal(String template, String method, @Nullable Object... arguments) {
		KeyTemplate parsed = Shop.template(template, method);
		KeyTemplateException refusal = catchThrowableOfType(KeyTemplateException.class,
				() -> parsed.resolve(arguments));
		assertThat(refusal).as("refusal of %s", template).isNotNull();
		return refusal;
	}

}
