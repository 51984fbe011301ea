package io.lockstarter.sample.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.lockstarter.sample.SampleProcess;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import org.springframework.util.FileSystemUtils;

/**
 * Starts a fleet before the first test that needs it, and ends it after the last test.
 */
class FleetExtension implements ParameterResolver {

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == FleetClient.class;
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		String fleet = context.getRequiredTestClass().getAnnotation(FleetTest.class).value();
		return context.getRoot()
			.getStore(Namespace.create(FleetExtension.class))
			.computeIfAbsent(fleet, (name) -> new Running(), Running.class)
			.client();
	}

	private static final class Running implements AutoCloseable {

		private final Path folder;

		private final SampleProcess process;

		Running() {
			try {
				this.folder = Files.createTempDirectory("fleet");
				this.process = SampleProcess.start(this.folder, "--server.port=0", "--instances=3",
						"--distributed-lock.wait-time=60s", "--fleet.restart-after=100ms", "--shop.short-ttl=2s",
						// A stall of the machine must not expire the lock of the
						// inventory.
						// The loss of the lock must be noticed before the end.
						"--shop.inventory-ttl=6s", "--shop.inventory-time=8s", "--shop.report-cron=*/5 * * * * *",
						"--shop.report-min-hold=4s");
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		FleetClient client() {
			this.process.awaitComplete();
			return new FleetClient(this.process.webPort(), this.process.redisPort());
		}

		@Override
		public void close() throws IOException {
			this.process.close();
			FileSystemUtils.deleteRecursively(this.folder);
		}

	}

}
