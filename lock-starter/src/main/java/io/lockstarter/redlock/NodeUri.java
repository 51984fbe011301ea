package io.lockstarter.redlock;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Holds the address and the login of a node. Its {@code toString} never shows the
 * password.
 *
 * @param host the host
 * @param port the port
 * @param tls whether to use TLS
 * @param username the user, or {@code null} for the default one
 * @param password the password, or {@code null} for none
 * @param database the number of the database
 */
public record NodeUri(String host, int port, boolean tls, @Nullable String username, @Nullable String password,
		int database) {

	private static final int DEFAULT_PORT = 6379;

	private static final Pattern DATABASE = Pattern.compile("/\\d{1,5}");

	/**
	 * Reads a URI such as {@code rediss://user:password@host:6380/1}. Special characters
	 * of the password are percent-encoded.
	 * @param text the URI
	 * @return the address and the login
	 * @throws IllegalArgumentException if the URI is invalid; the message does not
	 * contain it
	 */
	public static NodeUri parse(String text) {
		URI uri = syntax(text.strip());
		String scheme = (uri.getScheme() != null) ? uri.getScheme().toLowerCase(Locale.ROOT) : "";
		require(scheme.equals("redis") || scheme.equals("rediss"), "does not begin with redis:// or rediss://");
		require(uri.getHost() != null, "has no valid host, of letters, digits, dots and hyphens");
		require(uri.getPort() != 0 && uri.getPort() <= 65535, "has no valid port");
		require(uri.getRawQuery() == null && uri.getRawFragment() == null, "has more than host, port and database");
		String path = (uri.getPath() == null || uri.getPath().equals("/")) ? "" : uri.getPath();
		require(path.isEmpty() || DATABASE.matcher(path).matches(), "has a database that is not a number");
		String login = uri.getRawUserInfo();
		int colon = (login != null) ? login.indexOf(':') : -1;
		return new NodeUri(unbracketed(uri.getHost()), (uri.getPort() < 0) ? DEFAULT_PORT : uri.getPort(),
				scheme.equals("rediss"), (login != null && colon > 0) ? decoded(login.substring(0, colon)) : null,
				(login != null) ? decoded(login.substring(colon + 1)) : null,
				path.isEmpty() ? 0 : Integer.parseInt(path.substring(1)));
	}

	private static URI syntax(String text) {
		try {
			return new URI(text);
		}
		catch (URISyntaxException ex) {
			// Without the cause, since its message contains the URI.
			throw new IllegalArgumentException("is not a URI");
		}
	}

	private static void require(boolean condition, String otherwise) {
		if (!condition) {
			throw new IllegalArgumentException(otherwise);
		}
	}

	private static String unbracketed(String host) {
		return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
	}

	private static @Nullable String decoded(String part) {
		String text = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
		return text.isEmpty() ? null : text;
	}

	/**
	 * Returns the address of the server, without login and database.
	 * @return host and port
	 */
	public String address() {
		String name = this.host.toLowerCase(Locale.ROOT);
		return (name.indexOf(':') >= 0 ? '[' + name + ']' : name) + ':' + this.port;
	}

	@Override
	public String toString() {
		return (this.tls ? "rediss://" : "redis://") + address() + ((this.database != 0) ? "/" + this.database : "");
	}

}
