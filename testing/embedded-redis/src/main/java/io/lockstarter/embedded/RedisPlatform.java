package io.lockstarter.embedded;

import java.util.Locale;

/** Selects the binary for this machine. The names are those inside its jar. */
record RedisPlatform(String os, String arch) {

	private static final String VERSION = "7.0.15";

	static RedisPlatform current() {
		return of(System.getProperty("os.name"), System.getProperty("os.arch"));
	}

	static RedisPlatform of(String osName, String osArch) {
		String os = osName.toLowerCase(Locale.ROOT);
		String arch = switch (osArch.toLowerCase(Locale.ROOT)) {
			case "amd64", "x86_64", "x64" -> "amd64";
			case "aarch64", "arm64" -> "arm64";
			case "x86", "i386", "i486", "i586", "i686" -> "386";
			default -> "";
		};
		if (os.contains("linux") && !arch.isEmpty()) {
			return new RedisPlatform("linux", arch);
		}
		if (os.startsWith("mac") && (arch.equals("amd64") || arch.equals("arm64"))) {
			return new RedisPlatform("darwin", arch);
		}
		throw new EmbeddedRedisException("There is no embedded redis-server for " + osName + " (" + osArch
				+ "), only for Linux and macOS. Start your own Redis and set spring.data.redis.host "
				+ "and spring.data.redis.port.");
	}

	String resource() {
		return "redis-server-" + VERSION + "-" + this.os + "-" + this.arch;
	}

}
