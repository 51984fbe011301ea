package io.lockstarter.kotlin

import io.lockstarter.DistributedLock
import io.lockstarter.InvalidLockDefinitionException
import io.lockstarter.aop.call.LockInterceptor
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration
import io.lockstarter.autoconfigure.LockAutoConfiguration
import java.io.File
import java.lang.reflect.AccessibleObject
import java.lang.reflect.Method
import java.net.URLClassLoader
import java.util.Optional
import java.util.concurrent.CompletableFuture
import java.util.function.Supplier
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.runBlocking
import org.aopalliance.intercept.MethodInvocation
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.boot.test.system.CapturedOutput
import org.springframework.boot.test.system.OutputCaptureExtension

/** Suspend functions that cannot work are refused at start-up. */
class RefusedFunctionTests {

	@ParameterizedTest
	@CsvSource("kotlin-reflect,org.jetbrains.kotlin:kotlin-reflect",
		"kotlinx-coroutines-reactor,org.jetbrains.kotlinx:kotlinx-coroutines-reactor",
		"reactor-core|lettuce,io.projectreactor:reactor-core")
	fun functionIsRefusedWithoutTheLibrary(absent: String, fix: String) {
		val urls = System.getProperty("java.class.path").split(File.pathSeparator)
			.filterNot { Regex(".*($absent)[^/]*jar").matches(it) }
			.map { File(it).toURI().toURL() }
		val thread = Thread.currentThread()
		val before = thread.contextClassLoader
		URLClassLoader(urls.toTypedArray(), ClassLoader.getPlatformClassLoader()).use { loader ->
			thread.contextClassLoader = loader
			try {
				val start = loader.loadClass(StartOfPaying::class.java.name).getDeclaredConstructor().newInstance()
				assertThat((start as Supplier<*>).get().toString())
					.contains("Paying.pay(long): is a suspend function: Spring cannot call it without $fix", "Fix: add $fix")
			} finally {
				thread.contextClassLoader = before
			}
		}
	}

	@Test
	fun functionThatReturnsAFutureIsRefused() {
		assertThat(start(Later::class.java))
			.contains("Later.pay(long): is a suspend function that returns CompletableFuture", "Fix: return the value itself")
	}

	@ParameterizedTest
	@ValueSource(classes = [FlowInAnOptional::class, FlowsInAList::class, DeferredInAList::class])
	fun functionThatReturnsWorkInsideItsResultIsRefused(bean: Class<*>) {
		assertThat(start(bean)).contains("(1 problem)", "inside it is not waited for")
	}

	@Test
	fun resultWithAFlowFailsTheCall() {
		application(Untyped::class.java).run { context ->
			val untyped = context.getBean(Untyped::class.java)
			assertThatExceptionOfType(InvalidLockDefinitionException::class.java)
				.isThrownBy { runBlocking { untyped.pay(Optional.of(flowOf("paid"))) } }
				.withMessageContaining("Its work is not over")
			assertThat(runBlocking { untyped.pay(Optional.of("paid")) }).isEqualTo(Optional.of("paid"))
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension::class)
	fun sequenceIsLogged(output: CapturedOutput) {
		assertThat(start(Lazily::class.java)).isEqualTo("started")
		assertThat(output).contains("Lazily.pay returns Sequence, which is read after the method has returned")
	}

	@Test
	fun suspendFunctionIsNoFallbackOfAnOrdinaryFunction() {
		assertThat(start(Ordinary::class.java)).contains("no method of this name fits, only suspend String later(long)")
	}

	@Test
	fun functionOfAWovenClassIsRefused() {
		application(Paying::class.java).run { context ->
			val woven = context.getBean(LockInterceptor::class.java).forWovenClasses()
			assertThatExceptionOfType(InvalidLockDefinitionException::class.java)
				.isThrownBy { woven.invoke(WovenCall(Paying(), 42L, null)) }
				.withMessageContaining("suspend function of a woven class")
		}
	}

	companion object {

		fun start(bean: Class<*>): String {
			var message = "started"
			application(bean).run { context -> context.startupFailure?.let { message = it.message.toString() } }
			return message
		}

		private fun application(bean: Class<*>): ApplicationContextRunner = ApplicationContextRunner()
			.withConfiguration(
				AutoConfigurations.of(LockAutoConfiguration::class.java, DistributedLockAnnotationAutoConfiguration::class.java))
			.withPropertyValues("distributed-lock.store=memory")
			.withBean(bean)

	}

}

/** Runs inside the other class loader. */
class StartOfPaying : Supplier<String> {

	override fun get(): String = RefusedFunctionTests.start(Paying::class.java)

}

open class Paying {

	@DistributedLock(key = ["order:#<id>"])
	open suspend fun pay(id: Long): String = "paid $id"

}

class WovenCall(private val target: Paying, private vararg val values: Any?) : MethodInvocation {

	override fun getMethod(): Method = Paying::class.java.methods.single { it.name == "pay" }

	override fun getArguments(): Array<out Any?> = values

	override fun proceed(): Any? = throw AssertionError("called without a lock")

	override fun getThis(): Any = target

	override fun getStaticPart(): AccessibleObject = method

}

open class Later {

	@DistributedLock(key = ["order:#<id>"])
	open suspend fun pay(id: Long): CompletableFuture<String> = CompletableFuture.completedFuture("paid $id")

}

open class FlowInAnOptional {

	@DistributedLock(key = ["order:#<id>"])
	open suspend fun pay(id: Long): Optional<Flow<String>> = Optional.of(flowOf("paid $id"))

}

open class FlowsInAList {

	@DistributedLock(key = ["order:#<id>"])
	open suspend fun pay(id: Long): List<Flow<String>> = listOf(flowOf("paid $id"))

}

open class DeferredInAList {

	@DistributedLock(key = ["order:#<id>"])
	open fun pay(id: Long): List<Deferred<String>> = listOf(CompletableDeferred("paid $id"))

}

open class Untyped {

	@DistributedLock(key = ["untyped"])
	open suspend fun pay(result: Any): Any = result

}

open class Lazily {

	@DistributedLock(key = ["lazily"])
	open fun pay(): Sequence<String> = sequenceOf("paid")

}

open class Ordinary {

	@DistributedLock(key = ["order:#<id>"], fallbackMethod = "later")
	open fun pay(id: Long): String = "paid $id"

	suspend fun later(id: Long): String = "later $id"

}
