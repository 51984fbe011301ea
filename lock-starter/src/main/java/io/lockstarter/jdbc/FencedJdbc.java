package io.lockstarter.jdbc;

import java.util.Arrays;
import java.util.Map;

import io.lockstarter.LockHandle;
import io.lockstarter.StaleFencingNumberException;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.namedparam.AbstractSqlParameterSource;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterUtils;

/**
 * Performs database writes that are protected by a fencing number. The row stores the
 * highest fencing number that it has seen. If a holder was paused, and another holder had
 * the lock meanwhile, the row has a higher number, and the write is refused.
 *
 * <pre>
 * FencedJdbc.update(jdbc, lock, """
 *     update stock set pieces = :pieces, fencing_number = :fencingNumber
 *     where sku = :sku and fencing_number &lt;= :fencingNumber""", Map.of("pieces", 3, "sku", "lamp"));
 * </pre>
 */
public final class FencedJdbc {

	private static final String FENCING_NUMBER = "fencingNumber";

	private FencedJdbc() {
	}

	/**
	 * Runs an update with the fencing number of a lock as its parameter
	 * {@code :fencingNumber}.
	 * @param jdbc the database
	 * @param lock the lock; it must have a fencing number
	 * @param sql the update, which stores {@code :fencingNumber} and compares with it
	 * @param parameters all other parameters of the update
	 * @return the number of rows that were written, at least one
	 * @throws StaleFencingNumberException if no row was written: the row has a higher
	 * number, or it does not exist
	 * @throws IllegalArgumentException if the lock has no number, if the update uses the
	 * parameter less than twice, or if a parameter of the caller has the same name
	 */
	public static int update(NamedParameterJdbcOperations jdbc, LockHandle lock, String sql,
			Map<String, ? extends @Nullable Object> parameters) {
		long number = lock.fencingNumber()
			.orElseThrow(() -> new IllegalArgumentException("Lock '" + lock.key()
					+ "' has no fencing number: acquire it with fencing = true or LockRequest.withFencing(true)"));
		if (parameters.containsKey(FENCING_NUMBER)) {
			throw new IllegalArgumentException(
					"The parameter ':fencingNumber' is reserved for the fencing number of lock '" + lock.key()
							+ "': give your own parameter another name");
		}
		if (uses(sql) < 2) {
			throw new IllegalArgumentException(
					"The update must store :fencingNumber and compare with it, as in 'set …, fencing_number = :fencingNumber where … and fencing_number <= :fencingNumber': "
							+ sql);
		}
		int rows = jdbc.update(sql, new MapSqlParameterSource(parameters).addValue(FENCING_NUMBER, number));
		if (rows == 0) {
			throw new StaleFencingNumberException(lock.key(), number);
		}
		return rows;
	}

	// Spring's own parser counts, because other names may begin with the same letters,
	// and comments and quotes do not count.
	private static long uses(String sql) {
		Object mark = new Object();
		Object[] values = NamedParameterUtils.buildValueArray(NamedParameterUtils.parseSqlStatement(sql),
				new AbstractSqlParameterSource() {
					@Override
					public boolean hasValue(String name) {
						return true;
					}

					@Override
					public @Nullable Object getValue(String name) {
						return name.equals(FENCING_NUMBER) ? mark : null;
					}
				}, null);
		return Arrays.stream(values).filter((value) -> value == mark).count();
	}

}
