package io.lockstarter.errors;

import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.errors.Section.Row;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationContext;

/**
 * Makes calls that are refused: calls of methods of a class {@code Shop}, which surrounds
 * the row, or calls of the API.
 */
final class Calls implements RowRunner {

	/** A message with the key, the position in the next lines, and the fix. */
	private static final Pattern OF_KEY = Pattern.compile("(?s)row\\d+\\.([^\n]*)\n.*\nFix: (.*)");

	private static final String PARAMETERS = "LockService locks, LockHandle lock";

	private final List<Section> sections;

	private final Map<Row, String> calls = new HashMap<>();

	private final Map<Row, String> shops = new HashMap<>();

	private JavaRows java = new JavaRows();

	Calls(String file) {
		this.sections = Section.read(file);
	}

	@Override
	public List<Section> sections() {
		return this.sections;
	}

	@Override
	public void prepare(JavaRows java) {
		this.java = java;
		this.sections.forEach((section) -> section.rows().forEach(this::prepare));
	}

	private void prepare(Row row) {
		if (row.around().contains(Row.PLACEHOLDER)) {
			this.calls.put(row, this.java.addCall(PARAMETERS, row.fullCode()));
		}
		else {
			String shop = this.java.add("Shop", row.around());
			this.shops.put(row, shop);
			this.calls.put(row, this.java.addCall(shop + " shop", row.text()));
		}
	}

	@Override
	public Refusal run(Section section, Row row) {
		Refusal[] refusal = new Refusal[1];
		String shop = this.shops.get(row);
		var runner = Starts.under(List.of("distributed-lock.store=memory")).withClassLoader(this.java.classes());
		((shop != null) ? runner.withUserConfiguration(this.java.get(shop)) : runner)
			.run((context) -> refusal[0] = refusal(row, failure(row, shop, context)));
		return refusal[0];
	}

	private Throwable failure(Row row, @Nullable String shop, ApplicationContext context)
			throws ReflectiveOperationException {
		Class<?> call = this.java.get(String.valueOf(this.calls.get(row)));
		LockService locks = context.getBean(LockService.class);
		try (LockHandle lock = locks.acquire(LockRequest.of("held"))) {
			if (shop != null) {
				Class<?> type = this.java.get(shop);
				call.getMethod("run", type).invoke(null, context.getBean(type));
			}
			else {
				call.getMethod("run", LockService.class, LockHandle.class).invoke(null, locks, lock);
			}
		}
		catch (InvocationTargetException ex) {
			return ex.getTargetException();
		}
		throw new AssertionError("It was accepted");
	}

	private static Refusal refusal(Row row, Throwable failure) {
		Matcher ofKey = OF_KEY.matcher(String.valueOf(failure.getMessage()));
		if (ofKey.matches()) {
			return new Refusal(row, ofKey.group(1), ofKey.group(2));
		}
		if (failure instanceof LockException || failure instanceof IllegalArgumentException
				|| failure instanceof IllegalStateException || failure instanceof IllegalMonitorStateException
				|| failure instanceof UnsupportedOperationException) {
			return new Refusal(row, String.valueOf(failure.getMessage()).replaceFirst("^row\\d+\\.", ""), "");
		}
		throw new AssertionError("Not a refusal: " + failure, failure);
	}

}
