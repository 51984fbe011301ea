import io.lockstarter.embedded.EmbeddedRedis;

/** Starts the embedded Redis, prints its port, and ends it with the standard input. */
final class Redis {

	private Redis() {
	}

	public static void main(String[] args) throws Exception {
		try (EmbeddedRedis redis = EmbeddedRedis.start()) {
			System.out.println(redis.port());
			System.in.readAllBytes();
		}
	}

}
