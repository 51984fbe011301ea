package io.lockstarter.faults.drive;

/** Which Redis driver a client has; those of one fleet differ. */
final class Drivers {

	private Drivers() {
	}

	static String of(int client) {
		return "spring.data.redis.client-type=" + ((client == Plan.CLIENTS - 1) ? "jedis" : "lettuce");
	}

}
