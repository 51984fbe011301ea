package io.lockstarter.redlock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class NodeUriTests {

	@ParameterizedTest
	@CsvSource(nullValues = "-", textBlock = """
			redis://a,                         a,       6379, false, -,    -,      0
			redis://a:7001/,                   a,       7001, false, -,    -,      0
			rediss://a.example:7001/3,         a.example, 7001, true, -,   -,      3
			redis://:secret@a,                 a,       6379, false, -,    secret, 0
			redis://secret@a,                  a,       6379, false, -,    secret, 0
			REDISS://me:secret@10.0.0.1:1/15,  10.0.0.1, 1,   true,  me,   secret, 15
			redis://me:p%40ss%3Aw%2Brd+%25@a,  a,       6379, false, me,   p@ss:w+rd+%, 0
			redis://[::1]:7001,                ::1,     7001, false, -,    -,      0""")
	void validUriIsParsed(String text, String host, int port, boolean tls, String username, String password,
			int database) {
		assertThat(NodeUri.parse(text)).isEqualTo(new NodeUri(host, port, tls, username, password, database));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			a:6379                     | does not begin with redis:// or rediss://
			http://me:secret@a         | does not begin with redis:// or rediss://
			redis://me:secret@         | has no valid host, of letters, digits, dots and hyphens
			redis://me:secret@:6379    | has no valid host, of letters, digits, dots and hyphens
			redis://me:secret@a_b:6379 | has no valid host, of letters, digits, dots and hyphens
			redis://me:secret@a:99999  | has no valid port
			redis://me:secret@a:0      | has no valid port
			redis://me:secret@a/x      | has a database that is not a number
			redis://me:secret@a/1/2    | has a database that is not a number
			redis://me:secret@a?x=1    | has more than host, port and database
			redis://me:sec^ret@a       | is not a URI
			redis://me:%zz@a           | is not a URI
			''                         | does not begin with redis:// or rediss://""")
	void invalidUriIsRefusedWithoutShowingIt(String text, String reason) {
		assertThatIllegalArgumentException().isThrownBy(() -> NodeUri.parse(text)).withMessage(reason).withNoCause();
	}

	@Test
	void passwordIsNotShown() {
		NodeUri uri = NodeUri.parse("rediss://me:secret@Host:7001/2");
		assertThat(uri).hasToString("rediss://host:7001/2");
		assertThat(uri.address()).isEqualTo("host:7001");
		assertThat(NodeUri.parse("redis://[::1]:7001").address()).isEqualTo("[::1]:7001");
	}

}
