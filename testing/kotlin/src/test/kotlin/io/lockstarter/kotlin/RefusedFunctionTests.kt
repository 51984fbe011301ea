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
import java.util.concurrent.CompletableFuture
import java.util.function.Supplier
import org.aopalliance.intercept.MethodInvocation
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatExceptionOfType
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.ApplicationContextRunner

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

open class Ordinary {

	@DistributedLock(key = ["order:#<id>"], fallbackMethod = "later")
	open fun pay(id: Long): String = "paid $id"

	suspend fun later(id: Long): String = "later $id"

}
