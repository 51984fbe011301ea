package io.lockstarter.aop.key;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.aop.key.Shop.Account;
import io.lockstarter.aop.key.Shop.Bean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class KeyTemplateFormsTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', commentCharacter = '§', textBlock = """
			order:#<id>                           | order:42
			order:#<#id>                          | order:42
			order:#< id >                         | order:42
			#<order.customer.id>                  | 7
			#<#order.customer.id>:x               | 7:x
			#{#order.id}                          | o-1
			#{order.id}/#{id}                     | o-1/42
			#id                                   | 42
			a#id.                                 | a42.
			#order.id:#order.customer.name        | o-1:Ann
			#p0.id:#p1:#a2                        | o-1:42:Bob
			#<p1>:#<#a2>                          | 42:Bob
			####id                                | ##id
			##<id>#<id>                           | #<id>42
			plain > text } with ] all $ signs     | plain > text } with ] all $ signs
			#<order.items.size()>                 | 2
			#<order.items[0]>                     | x
			#<order.id.toString()>                | o-1
			#<order?.id>                          | o-1
			#<#order.id + '-' + #name>            | o-1-Bob
			#<order.id + '>' + name>              | o-1>Bob
			#<(id > 41) ? 'big' : 'small'>:x      | big:x
			#<order.items[(id > 41) ? 1 : 0]>     | y
			#{id > 41 ? 'big' : 'small'}          | big
			#{{'a','b'}[1]}                       | b
			#<order.items.?[#this != 'x'][0]>     | y
			#<order.items.![#this + #name][1]>    | yBob
			#<name.substring(id == 42 ? 1 : 0)>   | ob
			#<order.customer.name ?: 'nobody'>    | Ann
			#<'it''s'>:#<id>                      | it's:42
			(#id)                                 | (42)
			[#id]                                 | [42]
			#<id>+#<name>                         | 42+Bob
			#<id>.json                            | 42.json
			#<id>>b                               | 42>b
			""")
	void everyFormGivesItsKey(String template, String expected) {
		assertThat(Shop.key(template, "buy", Shop.order("o-1"), 42L, "Bob")).isEqualTo(expected);
	}

	@Test
	void mapIndexMayBeAParameterWithoutHash() {
		Object[] arguments = { List.of("k"), Map.of("k", Shop.order("1"), "code", Shop.order("2")),
				new String[] { "n" }, Optional.of("k") };
		assertThat(Shop.key("#<orders[ids[0]].id>", "many", arguments)).isEqualTo("1");
		assertThat(Shop.key("#<orders[code.get()].id>", "many", arguments)).isEqualTo("1");
		assertThat(Shop.key("#<names[0]>:#<names.length>", "many", arguments)).isEqualTo("n:1");
	}

	@Test
	void propertyIsReadFromGetterIsMethodFieldAndInterface() {
		Account account = () -> "123";
		Object[] arguments = { account, new Bean("n") };
		assertThat(Shop.key("#account.number:#bean.name:#bean.active:#bean.field", "accounts", arguments))
			.isEqualTo("123:n:true:f");
	}

	@Test
	void propertyOfASubclassIsFoundAtCallTime() {
		assertThat(Shop.key("#value.customer.id", "any", Shop.order("1"))).isEqualTo("7");
		assertThat(Shop.key("#value.name", "any", new Bean("n"))).isEqualTo("n");
		assertThat(Shop.key("#value.size", "any", List.of(1, 2))).isEqualTo("2");
	}

	@Test
	void realNameTakesPrecedenceOverPosition() {
		assertThat(Shop.key("#p1:#p0:#<lt>:#<a$b>", "odd", "one", "two", "three", "four"))
			.isEqualTo("one:one:three:four");
	}

	@Test
	void propertiesComeFromTheEnvironmentAndAreLiteral() {
		MockEnvironment environment = new MockEnvironment().withProperty("region", "eu#<id>")
			.withProperty("which", "region")
			.withProperty("plus", "'a' + ");
		KeyTemplate template = KeyTemplate.parse("${${which}}:#<id>:${none:d}:${none:${plus}}#<name>",
				Shop.method("buy"), environment::resolveRequiredPlaceholders);
		assertThat(template.resolve(new Object[] { Shop.order("1"), 5L, "n" })).isEqualTo("eu#<id>:5:d:'a' + n");
	}

	@Test
	void propertyIsReadOnceWhenParsed() {
		MockEnvironment environment = new MockEnvironment().withProperty("region", "eu");
		KeyTemplate template = KeyTemplate.parse("${region}", Shop.method("buy"),
				environment::resolveRequiredPlaceholders);
		environment.setProperty("region", "us");
		assertThat(template.resolve(new Object[] {})).isEqualTo("eu");
		assertThat(template.template()).isEqualTo("${region}").isEqualTo(template.toString());
	}

	@Test
	void templateWithoutPlaceholdersIsAlwaysTheSameString() {
		KeyTemplate template = Shop.template("nightly ##1", "noParameters");
		assertThat(template.resolve(new Object[0])).isEqualTo("nightly #1").isSameAs(template.resolve(new Object[0]));
	}

	@Test
	void argumentsAreNeverParsed() {
		assertThat(Shop.key("#<a>:#<b>:#<c>", "three", "#<c>", "${x}", "##")).isEqualTo("#<c>:${x}:##");
	}

}
