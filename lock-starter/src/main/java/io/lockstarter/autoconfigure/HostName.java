package io.lockstarter.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

import io.lockstarter.internal.InstanceId;

/**
 * Finds the name of this host, or of the pod that it runs in. Kubernetes sets the
 * variable {@code HOSTNAME} to the name of the pod. Only the last source may ask a name
 * server.
 */
final class HostName {

	/** Long names are cut at the beginning, since the names of pods differ at the end. */
	private static final int MAX_LENGTH = 40;

	private static final Path LINUX = Path.of("/proc/sys/kernel/hostname");

	private HostName() {
	}

	/** Returns the readable parts of the id of this instance. */
	static InstanceId instance(String name) {
		return new InstanceId(name, Optional.of(find()), OptionalLong.of(ProcessHandle.current().pid()));
	}

	private static String find() {
		return variable("HOSTNAME").or(() -> variable("COMPUTERNAME"))
			.or(HostName::fromLinux)
			.or(HostName::fromNetwork)
			.map(HostName::cut)
			.orElse("unknown");
	}

	private static String cut(String host) {
		return host.substring(Math.max(0, host.length() - MAX_LENGTH));
	}

	private static Optional<String> variable(String name) {
		return Optional.ofNullable(System.getenv(name)).map(String::trim).filter((value) -> !value.isEmpty());
	}

	private static Optional<String> fromLinux() {
		try {
			return Optional.of(Files.readString(LINUX).trim()).filter((value) -> !value.isEmpty());
		}
		catch (IOException ex) {
			return Optional.empty();
		}
	}

	private static Optional<String> fromNetwork() {
		try {
			return Optional.of(InetAddress.getLocalHost().getHostName());
		}
		catch (UnknownHostException ex) {
			return Optional.empty();
		}
	}

}
