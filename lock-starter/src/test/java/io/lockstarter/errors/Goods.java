package io.lockstarter.errors;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/** Contains types for the rows. They are public, since each row has its own package. */
public final class Goods {

	private Goods() {
	}

	public record Customer(@Nullable String name) {

	}

	public record Order(@Nullable Customer customer, long id, List<String> items) {

		public String failing() {
			throw new IllegalStateException("no such thing");
		}

	}

	public static class Plain {

	}

	public static final class Sealed {

	}

	public static class OwnStage extends CompletableFuture<String> {

	}

	public interface Paying {

		void pay();

	}

}
