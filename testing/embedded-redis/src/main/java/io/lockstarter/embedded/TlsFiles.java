package io.lockstarter.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A private certificate authority and a server certificate for the loopback address, as
 * PEM files. For tests only: the private keys are not protected.
 *
 * @param authority the certificate of the authority
 * @param certificate the certificate of the server
 * @param key the private key of the server
 */
public record TlsFiles(Path authority, Path certificate, Path key) {

	private static final String PASSWORD = "not-secret";

	/**
	 * Creates the files with the keytool of this JDK.
	 * @param folder an existing folder, which the caller deletes
	 */
	public static TlsFiles create(Path folder) {
		Path store = folder.resolve("keys.p12");
		keytool(store, "ca", "-dname", "CN=Test authority", "-ext", "bc:c", "-ext", "ku:c=keyCertSign");
		keytool(store, "server", "-dname", "CN=redis", "-signer", "ca", "-ext",
				"san=ip:" + EmbeddedRedis.HOST + ",dns:localhost");
		try (InputStream in = Files.newInputStream(store)) {
			KeyStore keys = KeyStore.getInstance("PKCS12");
			keys.load(in, PASSWORD.toCharArray());
			Key key = keys.getKey("server", PASSWORD.toCharArray());
			return new TlsFiles(pem(folder.resolve("ca.crt"), "CERTIFICATE", keys.getCertificate("ca").getEncoded()),
					pem(folder.resolve("server.crt"), "CERTIFICATE", keys.getCertificate("server").getEncoded()),
					pem(folder.resolve("server.key"), "PRIVATE KEY", key.getEncoded()));
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new EmbeddedRedisException("Could not create certificates in " + folder, ex);
		}
	}

	private static Path pem(Path file, String type, byte[] content) throws IOException {
		return Files.writeString(file, "-----BEGIN " + type + "-----\n"
				+ Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + type + "-----\n");
	}

	private static void keytool(Path store, String alias, String... more) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
		command.addAll(List.of("-genkeypair", "-keystore", store.toString(), "-storepass", PASSWORD, "-alias", alias));
		command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
		command.addAll(List.of(more));
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			if (process.waitFor() != 0) {
				throw new EmbeddedRedisException("keytool failed: " + output);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not run keytool", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new EmbeddedRedisException("Interrupted while keytool ran", ex);
		}
	}

}
