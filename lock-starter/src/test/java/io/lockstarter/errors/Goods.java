package io.lockstarter.errors;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/** Types that the rows use; public, since a row is a class in a package of its own. */
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
