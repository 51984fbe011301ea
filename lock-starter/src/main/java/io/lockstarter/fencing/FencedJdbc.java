package io.lockstarter.fencing;

import java.util.Map;

import io.lockstarter.LockHandle;
import io.lockstarter.StaleFenceException;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;

/**
 * Writes to a database that refuse to come too late: the row keeps the highest fencing
 * number that it has seen, and a holder that was paused until somebody else had the lock
 * finds a higher one there.
 *
 * <pre>
 * FencedJdbc.update(jdbc, lock, """
 *     update stock set pieces = :pieces, fence = :fence
 *     where sku = :sku and fence &lt;= :fence""", Map.of("pieces", 3, "sku", "lamp"));
 * </pre>
 */
public final class FencedJdbc {

	private FencedJdbc() {
	}

	/**
	 * Runs an update with the fencing number of a lock as its parameter {@code :fence}.
	 * @param jdbc the database
	 * @param lock the lock; it must have been taken with a fence
	 * @param sql the update, which stores {@code :fence} and compares with it
	 * @param parameters all its other parameters
	 * @return how many rows were written, at least one
	 * @throws StaleFenceException if none was: the row has a higher number, or there is
	 * no such row
	 * @throws IllegalArgumentException if the lock has no number, or the update does not
	 * use it
	 */
	public static int update(NamedParameterJdbcOperations jdbc, LockHandle lock, String sql,
			Map<String, ? extends @Nullable Object> parameters) {
		long fence = lock.fence()
			.orElseThrow(() -> new IllegalArgumentException("Lock '" + lock.key()
					+ "' has no fencing number: take it with fence = true or LockRequest.withFence(true)"));
		if (sql.indexOf(":fence") == sql.lastIndexOf(":fence")) {
			throw new IllegalArgumentException(
					"The update must store :fence and compare with it, as in 'set …, fence = :fence where … and fence <= :fence': "
							+ sql);
		}
		int rows = jdbc.update(sql, new MapSqlParameterSource(parameters).addValue("fence", fence));
		if (rows == 0) {
			throw new StaleFenceException(lock.key(), fence);
		}
		return rows;
	}

}
