package io.lockstarter.aop.key;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A collection in a key gives one key for each element. */
@SuppressWarnings("NullAway")
class EachExpressionTests {

	private static final List<Item> ITEMS = List.of(new Item("b", 2), new Item("a", 1));

	@Test
	void pathGivesOneKeyForEachElement() {
		assertThat(keys("sku:#<each items.sku>", "items", ITEMS)).containsExactly("sku:b", "sku:a");
		assertThat(keys("sku:#<each #items.sku>", "items", ITEMS)).containsExactly("sku:b", "sku:a");
		assertThat(keys("sku:#{each items.sku}:x", "items", ITEMS)).containsExactly("sku:b:x", "sku:a:x");
		assertThat(keys("sku:#<each cart.items.sku>", "cart", new Cart(7, ITEMS))).containsExactly("sku:b", "sku:a");
	}

	@Test
	void elementsThemselvesAreValues() {
		assertThat(keys("id:#<each ids>", "ids", List.of(1L, 2L), new String[] { "x" })).containsExactly("id:1",
				"id:2");
		assertThat(keys("name:#<each names>", "ids", List.of(), new String[] { "x", "y" })).containsExactly("name:x",
				"name:y");
		assertThat(keys("v:#<each value>", "any", new int[] { 3, 4 })).containsExactly("v:3", "v:4");
		assertThat(keys("v:#<each value>", "any", Set.of("one"))).containsExactly("v:one");
	}

	@Test
	void otherPlaceholdersAreTheSameInAllKeys() {
		assertThat(keys("cart:#<cart.id>:sku:#<each cart.items.sku>", "cart", new Cart(7, ITEMS)))
			.containsExactly("cart:7:sku:b", "cart:7:sku:a");
	}

	@Test
	void expressionThatReturnsACollectionIsExpanded() {
		assertThat(keys("sku:#<each cart.items()>", "cart", new Cart(1, List.of(new Item("a", 1)))))
			.containsExactly("sku:Item[sku=a, count=1]");
	}

	@Test
	void keysOfAMapAreExpandedAsTheMessageSays() {
		assertThat(refusal("#<value>", "any", Map.of("a", 1))).contains("#<each map.keySet()>");
		assertThat(keys("v:#<each map.keySet()>", "map", Map.of("a", 1))).containsExactly("v:a");
	}

	@Test
	void emptyCollectionGivesNoKey() {
		assertThat(keys("sku:#<each items.sku>", "items", List.of())).isEmpty();
	}

	@Test
	void templateWithoutEachGivesOneKey() {
		assertThat(keys("cart:#<cart.id>", "cart", new Cart(7, ITEMS))).containsExactly("cart:7");
		assertThat(template("cart:#<cart.id>", "cart").isEach()).isFalse();
		assertThat(template("#<each ids>", "ids").isEach()).isTrue();
	}

	@Test
	void parameterNamedEachIsAParameter() {
		assertThat(keys("#<each>:#<each.length()>", "named", "ab")).containsExactly("ab:2");
	}

	@Test
	void mistakesAreRefusedBeforeTheFirstCall() {
		assertThat(refusal("#<each items.skuu>", "items")).contains("Item has no property 'skuu'")
			.contains("did you mean 'sku'?");
		assertThat(refusal("#<each cart.itmes.sku>", "cart")).contains("Cart has no property 'itmes'");
		assertThat(refusal("#<each itms>", "items")).contains("there is no parameter 'itms'");
		assertThat(refusal("#<each each>", "named")).contains("'each' is a String, which has no elements")
			.contains("remove 'each'");
		assertThat(refusal("#<each cart.id>", "cart")).contains("'cart.id' is a long, which has no elements");
		assertThat(refusal("#<each  >", "items")).contains("'each'");
		assertThat(refusal("#<each ids>:#<each names>", "ids")).contains("two placeholders with 'each'");
		assertThat(refusal("#<each lists>", "nested")).contains("a collection (List)");
	}

	@Test
	void collectionWithoutEachIsRefusedWithAFormThatWorks() {
		assertThat(refusal("id:#<ids>", "ids")).contains("lock each element: #<each ids>");
		assertThat(refusal("id:#<names>", "ids")).contains("lock each element: #<each ids>");
	}

	@Test
	void nullIsRefusedAtTheCall() {
		assertThat(refusal("#<each items.sku>", "items", (Object) null)).contains("#<each items.sku> is null");
		assertThat(refusal("#<each items.sku>", "items", Arrays.asList(new Item("a", 1), null)))
			.contains("an element of items")
			.contains("pass a collection without null");
		assertThat(refusal("#<each value>", "any", Arrays.asList("a", null))).contains("is null");
		assertThat(refusal("#<each value>", "any", 42)).contains("'value' is a Integer, which has no elements");
	}

	private static String refusal(String template, String method, Object... arguments) {
		KeyTemplateException refusal = catchThrowableOfType(KeyTemplateException.class, () -> template(template, method)
			.resolveAll((arguments.length == 0) ? new Object[] { null } : arguments));
		assertThat(refusal).as(template).isNotNull();
		return refusal.getMessage();
	}

	private static List<String> keys(String template, String method, Object... arguments) {
		return template(template, method).resolveAll(arguments);
	}

	private static KeyTemplate template(String template, String method) {
		return KeyTemplate.parse(template,
				Arrays.stream(Methods.class.getDeclaredMethods())
					.filter((one) -> one.getName().equals(method))
					.findFirst()
					.orElseThrow(),
				Shop.NO_ENVIRONMENT);
	}

	record Item(String sku, int count) {
	}

	record Cart(long id, List<Item> items) {
	}

	@SuppressWarnings("unused")
	static class Methods {

		void items(List<Item> items) {
		}

		void cart(Cart cart) {
		}

		void ids(List<Long> ids, String[] names) {
		}

		void any(Object value) {
		}

		void map(Map<String, Integer> map) {
		}

		void named(String each) {
		}

		void nested(List<List<String>> lists) {
		}

	}

}
