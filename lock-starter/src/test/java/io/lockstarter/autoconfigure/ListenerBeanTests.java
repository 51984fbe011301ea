package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockEvent;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.leader.LeaderElection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that beans of type {@link LockListener} may need the lock service, and that they
 * lose no event of the start.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings("NullAway")
class ListenerBeanTests {

	private static final ApplicationContextRunner EAGER = LockContexts.memory();

	private static final ApplicationContextRunner LAZY = LockContexts.memory()
		.withInitializer(
				(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));

	static final List<ApplicationContextRunner> CONTEXTS = List.of(EAGER, LAZY);

	@ParameterizedTest
	@FieldSource("CONTEXTS")
	void listenerMayNeedTheLockService(ApplicationContextRunner runner) {
		runner.withBean(Watcher.class).run((context) -> {
			context.getBean(LockService.class).acquire("order:1").close();
			Watcher watcher = context.getBean(Watcher.class);
			await().untilAsserted(() -> assertThat(watcher.events).containsExactly("acquired order:1",
					"released order:1", "audited order:1"));
		});
	}

	@ParameterizedTest
	@FieldSource("CONTEXTS")
	void listenerMayNeedTheAdminAndALeaderElection(ApplicationContextRunner runner) {
		runner.withUserConfiguration(Election.class).withBean(ElectionWatcher.class).run((context) -> {
			ElectionWatcher watcher = context.getBean(ElectionWatcher.class);
			await().untilAsserted(() -> assertThat(watcher.holders).contains("leader"));
		});
	}

	@Test
	void listenerReceivesTheEventsOfBeansBeforeIt() {
		EAGER.withBean(Migration.class).withBean(LastStep.class).withBean(Watcher.class).run((context) -> {
			Watcher watcher = context.getBean(Watcher.class);
			await().untilAsserted(() -> assertThat(watcher.acquired()).containsExactly("migration", "last-step"));
		});
	}

	@ParameterizedTest
	@FieldSource("CONTEXTS")
	void listenerReceivesTheEventsOfItsOwnInitialization(ApplicationContextRunner runner) {
		runner.withBean(LockingListener.class).run((context) -> {
			LockingListener listener = context.getBean(LockingListener.class);
			await().untilAsserted(() -> assertThat(listener.keys).containsExactly("constructor", "initialized"));
		});
	}

	@Test
	void eventsOfTheStartAreAlsoPublished() {
		EAGER.withPropertyValues("distributed-lock.events.publish=true")
			.withBean(Migration.class)
			.withBean(Published.class)
			.run((context) -> await()
				.untilAsserted(() -> assertThat(context.getBean(Published.class).events).hasExactlyElementsOfTypes(
						LockEvent.Requested.class, LockEvent.Acquired.class, LockEvent.Released.class)));
	}

	@Test
	void restartedContextKeepsItsListeners() {
		AtomicInteger prototypes = new AtomicInteger();
		EAGER.withUserConfiguration(Prototype.class)
			.withBean(AtomicInteger.class, () -> prototypes)
			.withBean(Watcher.class)
			.run((context) -> {
				int atTheStart = prototypes.get();
				ConfigurableApplicationContext application = context.getSourceApplicationContext();
				application.stop();
				application.start();
				context.getBean(LockService.class).acquire("again").close();
				Watcher watcher = context.getBean(Watcher.class);
				await().untilAsserted(() -> assertThat(watcher.acquired()).containsExactly("again"));
				assertThat(prototypes).as("looked up once").hasValue(atTheStart);
			});
	}

	@Test
	void failedStartCreatesNoListenerAndReleasesItsLocks(CapturedOutput output) {
		AtomicInteger created = new AtomicInteger();
		LAZY.withBean(AtomicInteger.class, () -> created)
			.withUserConfiguration(Prototype.class)
			.withBean(Broken.class)
			.withInitializer((context) -> context.addBeanFactoryPostProcessor(
					(factory) -> factory.getBeanDefinition(factory.getBeanNamesForType(Broken.class)[0])
						.setLazyInit(false)))
			.run((context) -> {
				assertThat(context).getFailure().rootCause().hasMessage("broken");
				assertThat(created).hasValue(0);
				assertThat(output)
					.contains("Lock 'left' was still held at the end of the shutdown, and is released now");
			});
	}

	/** Needs the lock service, both before and while it receives events. */
	static class Watcher implements LockListener {

		private final List<String> events = new CopyOnWriteArrayList<>();

		private final LockService locks;

		Watcher(LockService locks) {
			this.locks = locks;
		}

		Stream<String> acquired() {
			return this.events.stream()
				.filter((event) -> event.startsWith("acquired "))
				.map((event) -> event.substring("acquired ".length()));
		}

		@Override
		public void acquired(LockEvent.Acquired event) {
			if (!event.key().equals("audit")) {
				this.events.add("acquired " + event.key());
			}
		}

		@Override
		public void released(LockEvent.Released event) {
			if (!event.key().equals("audit")) {
				this.events.add("released " + event.key());
				this.locks.run("audit", () -> this.events.add("audited " + event.key()));
			}
		}

	}

	static class ElectionWatcher implements LockListener {

		private final List<String> holders = new CopyOnWriteArrayList<>();

		private final LockAdmin admin;

		ElectionWatcher(LockAdmin admin, LeaderElection election) {
			this.admin = admin;
			assertThat(election.isLeader()).isFalse();
		}

		@Override
		public void acquired(LockEvent.Acquired event) {
			this.admin.list("").locks().forEach((lock) -> this.holders.add(lock.key()));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Election {

		@Bean
		LeaderElection election(LockService locks) {
			return LeaderElection.of(locks, "leader").build();
		}

	}

	static class Migration implements InitializingBean {

		private final LockService locks;

		Migration(LockService locks) {
			this.locks = locks;
		}

		@Override
		public void afterPropertiesSet() {
			this.locks.acquire("migration").close();
		}

	}

	static class LastStep implements SmartInitializingSingleton {

		private final LockService locks;

		LastStep(LockService locks) {
			this.locks = locks;
		}

		@Override
		public void afterSingletonsInstantiated() {
			this.locks.acquire("last-step").close();
		}

	}

	static class LockingListener implements LockListener, InitializingBean {

		private final List<String> keys = new CopyOnWriteArrayList<>();

		private final LockService locks;

		LockingListener(LockService locks) {
			this.locks = locks;
			locks.acquire("constructor").close();
		}

		@Override
		public void afterPropertiesSet() {
			this.locks.acquire(LockRequest.of("initialized").withWaitTime(Duration.ofMinutes(1))).close();
		}

		@Override
		public void acquired(LockEvent.Acquired event) {
			this.keys.add(event.key());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Prototype {

		@Bean
		@Scope("prototype")
		LockListener prototype(AtomicInteger created) {
			created.incrementAndGet();
			return new RecordingListener();
		}

	}

	static class Broken {

		Broken(LockService locks) {
			locks.acquire("left");
			throw new IllegalStateException("broken");
		}

	}

	static class Published {

		private final List<LockEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void on(LockEvent event) {
			this.events.add(event);
		}

	}

}
