package io.lockstarter.annotation;

import java.util.stream.Stream;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.annotation.MisplacedBeans.FinalClass;
import io.lockstarter.annotation.MisplacedBeans.FinalMethod;
import io.lockstarter.annotation.MisplacedBeans.FinalMethodOfClass;
import io.lockstarter.annotation.MisplacedBeans.FinalWithInterface;
import io.lockstarter.annotation.MisplacedBeans.OutsideOfInterface;
import io.lockstarter.annotation.MisplacedBeans.OwnFuture;
import io.lockstarter.annotation.MisplacedBeans.PlainFuture;
import io.lockstarter.annotation.MisplacedBeans.PrivateMethod;
import io.lockstarter.annotation.MisplacedBeans.Reactive;
import io.lockstarter.annotation.MisplacedBeans.StaticMethod;
import io.lockstarter.annotation.RefusedBeans.Condition;
import io.lockstarter.annotation.RefusedBeans.ConditionSyntax;
import io.lockstarter.annotation.RefusedBeans.FenceOfSeveral;
import io.lockstarter.annotation.RefusedBeans.Forever;
import io.lockstarter.annotation.RefusedBeans.LazyBean;
import io.lockstarter.annotation.RefusedBeans.MinOverMax;
import io.lockstarter.annotation.RefusedBeans.NegativeWait;
import io.lockstarter.annotation.RefusedBeans.NoDuration;
import io.lockstarter.annotation.RefusedBeans.NoFallback;
import io.lockstarter.annotation.RefusedBeans.NoKey;
import io.lockstarter.annotation.RefusedBeans.NoKeyLater;
import io.lockstarter.annotation.RefusedBeans.ShortTtl;
import io.lockstarter.annotation.RefusedBeans.SkipAndFallback;
import io.lockstarter.annotation.RefusedBeans.SkipPrimitive;
import io.lockstarter.annotation.RefusedBeans.ThrowingFallback;
import io.lockstarter.annotation.RefusedBeans.Touching;
import io.lockstarter.annotation.RefusedBeans.TwoFallbacks;
import io.lockstarter.annotation.RefusedBeans.UnknownDuration;
import io.lockstarter.annotation.RefusedBeans.UnknownParameter;
import io.lockstarter.annotation.RefusedBeans.UnknownProperty;
import io.lockstarter.annotation.RefusedBeans.WrongFallback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * What cannot work stops the start, with the method, the value and the fix (behaviour
 * 76).
 */
class RefusalTests {

	static Stream<Arguments> refused() {
		return Stream.of(arguments(NoKey.class, "key = \"\"", "there is no key"),
				arguments(UnknownParameter.class, "key = \"order:#<ide>\"", "did you mean 'id'?"),
				arguments(Touching.class, "key = \"#<a>#<b>\"", "put a separator between them"),
				arguments(UnknownProperty.class, "key = \"${no.such}\"", "set the property"),
				arguments(NoDuration.class, "ttl = \"soon\"", "write one like 30s"),
				arguments(UnknownDuration.class, "waitTime = \"${no.such}\"", "set the property"),
				arguments(ShortTtl.class, "ttl = \"10ms\"", "must be at least 50 ms"),
				arguments(NegativeWait.class, "waitTime = \"-1s\"", "must not be negative"),
				arguments(Forever.class, "ttl = \"forever\"", "is not a duration"),
				arguments(MinOverMax.class, "minHold = \"2m\"", "must not be longer than maxHold"),
				arguments(Condition.class, "condition = \"#ide > 1\"", "did you mean 'id'?"),
				arguments(ConditionSyntax.class, "condition = \"#id > \"", "not a SpEL expression"),
				arguments(FenceOfSeveral.class, "fence = \"true\"", "a call has one handle"),
				arguments(SkipPrimitive.class, "ifBusy = \"SKIP\"", "returns int cannot be skipped"),
				arguments(SkipAndFallback.class, "fallbackMethod = \"instead\"", "remove one of them"),
				arguments(NoFallback.class, "fallbackMethod = \"instead\"", "add it: String instead(long)"),
				arguments(WrongFallback.class, "fallbackMethod = \"instead\"", "only int instead(long) was found"),
				arguments(ThrowingFallback.class, "fallbackMethod = \"instead\"", "no other checked exceptions"),
				arguments(TwoFallbacks.class, "fallbackMethod = \"instead\"", "rename all but one"),
				arguments(PrivateMethod.class, "is private", "make it public"),
				arguments(StaticMethod.class, "is static", "make it a public method of the bean"),
				arguments(FinalMethod.class, "is final", "remove final"),
				arguments(FinalMethodOfClass.class, "is final", "or put the annotation on the methods that need it"),
				arguments(FinalClass.class, "is in a final class", "remove final from the class"),
				arguments(Reactive.class, "returns Mono", "return CompletableFuture"),
				arguments(PlainFuture.class, "returns Future", "nobody is told when a Future is done"),
				arguments(OwnFuture.class, "returns MyFuture", "return CompletionStage or CompletableFuture"));
	}

	@ParameterizedTest
	@MethodSource
	void refused(Class<?> bean, String what, String message) {
		LockedContexts.with(bean)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(1 problem)")
				.hasMessageContaining(bean.getName() + ".run(")
				.hasMessageContaining(what)
				.hasMessageContaining(message)
				.hasMessageContaining("Fix: "));
	}

	@Test
	void allProblemsAreReportedTogether() {
		LockedContexts.with(NoKey.class, FinalClass.class, SkipPrimitive.class, LazyBean.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.hasMessageContaining("(5 problems)")
				.hasMessageContaining(NoKey.class.getName())
				.hasMessageContaining(FinalClass.class.getName())
				.hasMessageContaining(SkipPrimitive.class.getName())
				.hasMessageContaining("ttl = \"soon\"")
				.hasMessageContaining("maxHold = \"later\""));
	}

	@Test
	void methodOutsideOfTheInterfacesIsRefusedForAProxyOfInterfaces() {
		ApplicationContextRunner runner = LockedContexts.with(OutsideOfInterface.class);
		runner.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("is in no interface")
				.hasMessageContaining("set spring.aop.proxy-target-class to true"));
		runner.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void finalClassIsFineForAProxyOfInterfaces() {
		LockedContexts.with(FinalWithInterface.class)
			.withPropertyValues("spring.aop.proxy-target-class=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void beanOfAnUnknownClassIsRefusedWhenItIsMade() {
		LockedContexts.with(NoKeyLater.class).run((context) -> {
			assertThat(context).hasNotFailed();
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("later"))
					.havingRootCause()
					.isInstanceOf(InvalidLockDefinitionException.class)
					.withMessageContaining("there is no key");
			}
		});
	}

}
