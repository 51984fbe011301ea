package io.lockstarter.aop.check;

import io.lockstarter.DistributedLock;
import io.lockstarter.aop.Probe;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verify;

/** A test may replace beans. Its context still starts. */
@SpringBootTest(webEnvironment = WebEnvironment.NONE,
		classes = { LockAutoConfiguration.class, DistributedLockAnnotationAutoConfiguration.class,
				TestDoubleTests.Replaced.class, TestDoubleTests.Mocked.class, TestDoubleTests.Spied.class,
				TestDoubleTests.Real.class },
		properties = { "distributed-lock.store=memory", "distributed-lock.shutdown-timeout=0" })
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings("NullAway.Init") // set by the test context
class TestDoubleTests {

	@TestBean
	private Replaced replaced;

	@MockitoBean
	private Mocked mocked;

	@MockitoSpyBean
	private Spied spied;

	@Autowired
	private Real real;

	static Replaced replaced() {
		return new Replaced() {
			@Override
			public String run() {
				return "replaced";
			}
		};
	}

	@Test
	void testObjectIsUsedUnchangedWithAWarning(CapturedOutput output) {
		assertThat(this.replaced.run()).isEqualTo("replaced");
		assertThat(output.getAll()).contains("Bean 'testDoubleTests.Replaced' is replaced by an object of the test. "
				+ "Its methods run without their locks.");
	}

	@Test
	void mockIsUsedUnchanged() {
		given(this.mocked.run()).willReturn("mocked");
		assertThat(this.mocked.run()).isEqualTo("mocked");
	}

	@Test
	void spyAndRealBeanAreLocked() throws Exception {
		assertThat(Probe.run(() -> {
			this.real.run();
			return null;
		})).isEqualTo("busy");
		assertThat(Probe.run(() -> {
			this.spied.run();
			return null;
		})).isEqualTo("busy");
		verify(this.spied).run();
	}

	static class Replaced {

		@DistributedLock(key = "replaced", waitTime = "0")
		public String run() {
			return "real";
		}

	}

	static class Mocked {

		@DistributedLock(key = "mocked", waitTime = "0")
		public String run() {
			return "real";
		}

	}

	static class Spied {

		@DistributedLock(key = "spied", waitTime = "0")
		public void run() {
			Probe.inside();
		}

	}

	static class Real {

		@DistributedLock(key = "real", waitTime = "0")
		public void run() {
			Probe.inside();
		}

	}

}
