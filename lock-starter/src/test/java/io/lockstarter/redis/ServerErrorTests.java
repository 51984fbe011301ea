package io.lockstarter.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

class ServerErrorTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			LOADING Redis is loading the dataset in memory                                          | LOADING
			-READONLY You can't write against a read only replica.                                  | READONLY
			OOM command not allowed when used memory > 'maxmemory'. script: 1a, on @user_script:3.  | OOM
			MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.        | MASTERDOWN
			MISCONF Redis is configured to save RDB snapshots                                       | MISCONF
			TRYAGAIN Multiple keys request during rehashing of slot                                 | TRYAGAIN
			CLUSTERDOWN Hash slot not served                                                        | CLUSTERDOWN
			CROSSSLOT Keys in request don't hash to the same slot                                   | CROSSSLOT
			BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.   | BUSY
			NOREPLICAS Not enough good replicas to write.                                           | NOREPLICAS
			ASK 3999 127.0.0.1:6381                                                                 | ASK
			ERR Error running script (call to f_1a): @user_script:4: -READONLY You can't write      | READONLY
			ERR Error running script (call to f_1a): @user_script: 4: WRONGTYPE Operation against   | WRONGTYPE
			ERR Error running script (call to f_1a): @user_script:4: Unknown Redis command called   | UNKNOWN_COMMAND
			@user_script: 32: -NOREPLICAS Not enough good replicas to write.                        | NOREPLICAS
			@user_script: 142: -OOM command not allowed when used memory > 'maxmemory'.             | OOM
			@user_script: 32: -READONLY You can't write against a read only replica.                | READONLY
			@user_script: 32: The user executing the script can't run this command or subcommand    | NOPERM
			@user_script: 4: Unknown Redis command called from Lua script                           | UNKNOWN_COMMAND
			@user_script: 4: Wrong number of args calling Redis command From Lua script             | ERR
			ERR The user executing the script can't run this command or subcommand                  | NOPERM
			ERR ACL failure in script: User app has no permissions to run the 'pexpire' command     | NOPERM
			ERR unknown command 'EVALSHA', with args beginning with:                                | UNKNOWN_COMMAND
			ERR max number of clients reached                                                       | MAXCLIENTS
			ERR invalid expire time in 'set' command                                                | ERR
			ERR                                                                                     | ERR
			ERRATIC behaviour                                                                       | OTHER
			NEWCODE something of a later version                                                    | OTHER
			upstream failure                                                                        | OTHER
			""")
	void errorCodeIsFoundInTheMessage(String text, ServerError error) {
		assertThat(ServerError.of(text)).isEqualTo(error);
	}

	/**
	 * The errors are those of proxies that lost the server after they forwarded a
	 * command.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "ERR Connection timed out", "ERR Connection reset by peer", "ERR Broken pipe",
			"ERR server connection close", "ERR handle response, backend conn reset", "ERR upstream failure",
			"upstream failure", "upstream protocol error", "ERR Proxy error" })
	void errorOfAProxyIsUnknown(String words) {
		StoreException failure = RedisFailures.translate("acquire lock 'k'",
				new RedisSystemException("Error in execution", new RedisCommandExecutionException(words)));
		assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(failure).hasMessageContaining(words);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ERR syntax error", "ERR wrong number of arguments for 'set' command",
			"ERR value is not an integer or out of range", "ERR Error compiling script (new function): user_script:1",
			"ERR user_script:4: attempt to compare nil with number script: 1a, on @user_script:4.",
			"ERR operation not permitted", "ERR This instance has cluster support disabled" })
	void errorOfRedisIsRefused(String words) {
		assertThat(ServerError.of(words).outcome).isEqualTo(Outcome.REFUSED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ERR unknown command 'AUTH', with args beginning with: 'app' 'hidden' ",
			"ERR unknown command `AUTH`, with args beginning with: `hidden`, ",
			"ERR unknown command 'HELLO', with args beginning with: '3' 'AUTH' 'app' 'hidden' " })
	void argumentsOfAnUnknownCommandAreHidden(String words) {
		StoreException failure = RedisFailures.translate("check the Redis server",
				new RedisSystemException("Error in execution", new RedisCommandExecutionException(words)));
		assertThat(failure).hasMessageContaining("unknown command").hasMessageNotContaining("hidden");
		assertThat(RedisFailures.serverReply(failure)).doesNotContain("hidden");
	}

}
