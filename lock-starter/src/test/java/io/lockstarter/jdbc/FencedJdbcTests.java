package io.lockstarter.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.StaleFencingNumberException;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Guarantee 71: the resource refuses a stale write, on a real database. */
class FencedJdbcTests {

	private static final String SELL = """
			update stock set pieces = :pieces, fencing_number = :fencingNumber
			where sku = :sku and fencing_number <= :fencingNumber""";

	private static final LockRequest LAMP = LockRequest.of("sku:lamp").withFencing(true);

	private final EmbeddedDatabase database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
		.generateUniqueName(true)
		.build();

	private final NamedParameterJdbcTemplate jdbc = new NamedParameterJdbcTemplate(this.database);

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TestInstance one = instance();

	private final TestInstance other = instance();

	private TestInstance instance() {
		return new TestInstance(
				new RedisLockStore(RedisFixture.ready(this.redis.connect(RedisClient.LETTUCE)), "lock:"));
	}

	@BeforeEach
	void fill() {
		this.jdbc.getJdbcOperations()
			.execute("create table stock (sku varchar(20), pieces int, fencing_number bigint)");
		this.jdbc.getJdbcOperations().execute("insert into stock values ('lamp', 10, 0)");
	}

	@AfterEach
	void stop() {
		this.one.close();
		this.other.close();
		this.redis.close();
		this.database.shutdown();
	}

	@Test // 71
	void staleWriteIsRefused() {
		LockHandle stale = this.one.locks().acquire(LAMP.withTtl(Duration.ofMillis(200)).withRenew(false));
		await().until(() -> !stale.isHeld());
		try (LockHandle next = this.other.locks().acquire(LAMP)) {
			assertThat(sell(next, 9)).isOne();
			assertThatExceptionOfType(StaleFencingNumberException.class).isThrownBy(() -> sell(stale, 5))
				.withMessageContaining("sku:lamp")
				.satisfies((ex) -> assertThat(ex.fencingNumber()).isEqualTo(stale.fencingNumber().orElseThrow()));
		}
		assertThat(pieces()).isEqualTo(9);
	}

	@Test
	void holderMayWriteMoreThanOnce() {
		try (LockHandle lock = this.one.locks().acquire(LAMP)) {
			sell(lock, 9);
			sell(lock, 8);
		}
		assertThat(pieces()).isEqualTo(8);
	}

	@Test
	void lockWithoutNumberIsRefused() {
		try (LockHandle lock = this.one.locks().acquire("sku:lamp")) {
			assertThatIllegalArgumentException().isThrownBy(() -> sell(lock, 9))
				.withMessageContaining("withFencing(true)");
		}
		assertThat(pieces()).isEqualTo(10);
	}

	@Test
	void updateWithoutAComparisonIsRefused() {
		try (LockHandle lock = this.one.locks().acquire(LAMP)) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> FencedJdbc.update(this.jdbc, lock,
						"update stock set pieces = 1, fencing_number = :fencingNumber", Map.of()))
				.withMessageContaining("fencing_number <= :fencingNumber");
		}
		assertThat(pieces()).isEqualTo(10);
	}

	@Test
	void similarNamesCommentsAndQuotesDoNotCount() {
		try (LockHandle lock = this.one.locks().acquire(LAMP)) {
			for (String sql : List.of("update stock set pieces = :fencingNumber_owner, fencing_number = :fencingNumber",
					"update stock set pieces = :fencingNumberOwner, fencing_number = :fencingNumber",
					"update stock set fencing_number = :fencingNumber -- :fencingNumber",
					"update stock set fencing_number = :fencingNumber where sku <> ':fencingNumber'")) {
				assertThatIllegalArgumentException()
					.isThrownBy(() -> FencedJdbc.update(this.jdbc, lock, sql,
							Map.of("fencingNumber_owner", 1, "fencingNumberOwner", 1)))
					.withMessageContaining("fencing_number <= :fencingNumber");
			}
		}
		assertThat(pieces()).isEqualTo(10);
	}

	@Test
	void parameterOfTheCallerWithTheSameNameIsRefused() {
		try (LockHandle lock = this.one.locks().acquire(LAMP)) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> FencedJdbc.update(this.jdbc, lock, SELL,
						Map.of("sku", "lamp", "pieces", 1, "fencingNumber", 7)))
				.withMessageContaining("give your own parameter another name");
		}
		assertThat(pieces()).isEqualTo(10);
	}

	private int sell(LockHandle lock, int left) {
		return FencedJdbc.update(this.jdbc, lock, SELL, Map.of("sku", "lamp", "pieces", left));
	}

	private int pieces() {
		Integer pieces = this.jdbc.getJdbcOperations().queryForObject("select pieces from stock", Integer.class);
		return (pieces != null) ? pieces : -1;
	}

}
