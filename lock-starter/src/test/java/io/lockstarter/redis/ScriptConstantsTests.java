package io.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.testsupport.RecordedWakeUps;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static io.lockstarter.store.ShortTokens.full;
import static io.lockstarter.store.ShortTokens.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Tests constants in the text of scripts, with prefixes that Lua could misread. */
class ScriptConstantsTests {

	private static final QueueRequest SUBSCRIBED = new QueueRequest(60_000, 60_000, false, true);

	private static RedisFixture redis;

	private static RedisConnectionFactory factory;

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
		factory = RedisFixture.ready(redis.connect(RedisClient.LETTUCE));
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "it's:", "say \"yes\":", "back\\slash:", "end\\", "'", "\\'", "two\nlines:",
			"\r\n-- lock.lua\r\n", "\u0000null:\u0000", "1\u00012", "]]--[[", "schl\u00fcssel:", "\ud83d\udd12:",
			"%s%d", "', true --", "", "lock:" })
	void anyPrefixNamesTheChannelOfTheWaiter(String prefix) {
		redis.command("FLUSHALL");
		RedisLockStore store = new RedisLockStore(factory, prefix);
		RecordedWakeUps wakeUps = new RecordedWakeUps();
		ExecutorService threads = Executors.newCachedThreadPool();
		Runnable cancel = store.listen(instance("b"), wakeUps, threads);
		try {
			await().atMost(Duration.ofMinutes(1)).until(() -> wakeUps.subscriptions() == 1);
			assertThat(store.acquire("key", full("a:1"), 60_000)).isTrue();
			// The server counts a subscriber only if the name of the channel is right.
			assertThat(store.contend("key", full("b:1"), 60_000, SUBSCRIBED).place())
				.satisfies((place) -> assertThat(place.counted()).isTrue());
			assertThat(store.release(new Release("key", full("a:1"), 0))).isEqualTo(ReleaseReply.RELEASED);
			await().atMost(Duration.ofMinutes(1)).until(() -> wakeUps.grants().contains("key " + full("b:1")));
			assertThat(store.releaseAll(List.of(new Release("key", full("b:1"), 0))))
				.containsExactly(ReleaseReply.RELEASED);
			assertThat(redis.command("KEYS", "*").items()).isEmpty();
		}
		finally {
			cancel.run();
			threads.shutdown();
		}
	}

	@Test
	void quotedTextIsPlainAscii() {
		assertThat(ScriptConstants.quoted("lock:wake:1:")).isEqualTo("'lock:wake:1:'");
		assertThat(ScriptConstants.quoted("'\\\n1\u00e4")).isEqualTo("'\\039\\092\\0101\\195\\164'");
	}

	@Test
	void eachSetOfConstantsIsAScriptOfItsOwn() {
		ScriptConstants constants = new ScriptConstants("a", false);
		Script<Long> script = constants.in(Script.RELEASE);
		assertThat(constants.in(Script.RELEASE)).isSameAs(script);
		assertThat(script.getSha1()).isNotEqualTo(new ScriptConstants("b", false).in(Script.RELEASE).getSha1())
			.isNotEqualTo(new ScriptConstants("a", true).in(Script.RELEASE).getSha1())
			.isEqualTo(new ScriptConstants("a", false).in(Script.RELEASE).getSha1());
	}

	@Test
	void scriptWithoutTheSharedFunctionsHasNoConstants() {
		ScriptConstants constants = new ScriptConstants("a", false);
		assertThatIllegalArgumentException().isThrownBy(() -> constants.in(Script.INSPECT));
	}

	@Test
	void scriptsHaveTheConstantsOfTheLibrary() {
		assertThat(Script.RELEASE.getScriptAsString()).contains("local KEPT = '" + Release.TOMBSTONE + "'\n");
		assertThat(Script.FENCE.getScriptAsString())
			.contains("local MARGIN = " + LockStore.FENCE_MARGIN.toMillis() + "\n");
	}

	@ParameterizedTest
	@EnumSource(RedisClient.class)
	void usualReleaseHasOneArgument(RedisClient client) {
		RedisConnectionFactory connected = redis.connect(client);
		RedisCommands commands = new RedisCommands(new UnboundConnectionFactory(connected), "lock:", () -> {
			throw new IllegalStateException("nothing is sent");
		});
		assertThat(commands.release(new Release("key", "mine", 0)).args()).containsExactly("mine");
		assertThat(commands.release(new Release("key", "mine", 7)).args()).containsExactly("mine", "7");
	}

}
