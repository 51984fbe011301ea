package io.lockstarter.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lockstarter.store.StoreException.Outcome;

/**
 * Lists the error replies of Redis that matter for locks. If a script of this library
 * fails with such a reply, it has neither acquired, renewed nor released a lock. Redis
 * refuses a command before it applies it. A proxy may return an error after Redis has
 * applied the command.
 */
enum ServerError {

	LOADING(Outcome.NOT_APPLIED, "the server is still loading its data", "Wait until it has started."),

	BUSY(Outcome.NOT_APPLIED, "a script of another client blocks the server",
			"Find it in SLOWLOG. SCRIPT KILL ends it."),

	TRYAGAIN(Outcome.NOT_APPLIED, "the cluster is moving this slot", "Wait until the move is over."),

	MOVED(Outcome.NOT_APPLIED, "the cluster has moved this slot", "Enable the client's topology refresh."),

	ASK(Outcome.NOT_APPLIED, "the cluster is moving this slot", "Wait until the move is over."),

	CLUSTERDOWN(Outcome.NOT_APPLIED, "the cluster does not serve this slot", "Check CLUSTER INFO."),

	MASTERDOWN(Outcome.NOT_APPLIED, "the server is a replica without a master",
			"Connect to the master, or wait for the failover."),

	READONLY(Outcome.NOT_APPLIED, "the server is a read-only replica",
			"Connect to the master, or through Sentinel or Cluster so that the client follows it."),

	NOREPLICAS(Outcome.NOT_APPLIED, "the server has too few good replicas",
			"Check INFO replication and min-replicas-to-write."),

	OOM(Outcome.NOT_APPLIED, "the server is out of memory", "Check maxmemory and the size of the data."),

	MISCONF(Outcome.NOT_APPLIED, "the server cannot save its data and refuses writes",
			"Check the server's log and its disk."),

	MAXCLIENTS(Outcome.NOT_APPLIED, "the server has too many clients", "Check maxclients and CLIENT LIST."),
	NOAUTH(Outcome.REFUSED, "the server requires a password", "Set spring.data.redis.password."),

	WRONGPASS(Outcome.REFUSED, "the server does not accept the user name or password",
			"Check spring.data.redis.username and spring.data.redis.password."),

	NOPERM(Outcome.REFUSED, "the user lacks a permission",
			"Grant it SET, GET, DEL, PTTL, PEXPIRE, APPEND, EVAL, EVALSHA and TIME on the keys of the locks, for other "
					+ "types than EXCLUSIVE also the commands of sorted sets, PEXPIREAT and EXISTS, and PUBLISH, SUBSCRIBE, UNSUBSCRIBE and PING on their channels."),

	CROSSSLOT(Outcome.REFUSED, "the keys of one command are in several slots of the cluster",
			"This is an error of lock-starter: please report it."),

	WRONGTYPE(Outcome.REFUSED, "the value of the key is not a lock of this library",
			"Find out first what uses the key (TYPE): it may be a lock that another library such as Redisson holds. Use "
					+ "another key, or set another distributed-lock.key-prefix."),

	UNKNOWN_COMMAND(Outcome.REFUSED, "the server does not know a required command",
			"It must support SET with NX and PX, EVAL and EVALSHA under these names."),
	ERR(Outcome.REFUSED, "the server refused the command", "See the server's message."),
	PROXY(Outcome.UNKNOWN, "the error is not one of Redis, perhaps it comes from a proxy",
			"The command may have been applied. See the message."),
	OTHER(Outcome.UNKNOWN, "the server returned an unknown error", "See the server's message.");

	private static final Pattern CODE = Pattern.compile("^-?([A-Z]+)\\b");

	// The texts of Redis after ERR. A proxy also returns ERR if it lost the server after
	// it forwarded a command. A text that is missing here counts as one of a proxy,
	// which is safe.
	private static final Pattern OF_REDIS = Pattern.compile("^-?ERR *$|user_script|^-?ERR (unknown |wrong number|"
			+ "syntax error|invalid |value |Error |Protocol error|operation not permitted|Client sent AUTH|AUTH |"
			+ "DB index|This |Number of keys|Script |Write commands)");

	/** The start of an error that a script returns, on servers before 7. */
	private static final String SCRIPT = "@user_script";

	// Servers before 7 append the error of the script's command to their own text.
	private static final Pattern CODE_IN_SCRIPT = Pattern.compile("@user_script: ?\\d+: -?([A-Z]{2,})\\b");

	final Outcome outcome;

	final String words;

	final String advice;

	ServerError(Outcome outcome, String words, String advice) {
		this.outcome = outcome;
		this.words = words;
		this.advice = advice;
	}

	static ServerError of(String text) {
		ServerError error = byCode(CODE.matcher(text));
		return (error == ERR || text.startsWith(SCRIPT)) ? refine(text) : error;
	}

	private static ServerError refine(String text) {
		if (text.contains("max number of clients")) {
			return MAXCLIENTS;
		}
		if (text.contains("unknown command") || text.contains("Unknown Redis command")) {
			return UNKNOWN_COMMAND;
		}
		// The texts before 7.2 and since 7.2.
		if (text.contains("The user executing the script can't") || text.contains("ACL failure in script")) {
			return NOPERM;
		}
		ServerError inner = byCode(CODE_IN_SCRIPT.matcher(text));
		if (inner == OTHER) {
			return OF_REDIS.matcher(text).find() ? ERR : PROXY;
		}
		return inner;
	}

	private static ServerError byCode(Matcher matcher) {
		if (matcher.find()) {
			String code = matcher.group(1);
			for (ServerError error : values()) {
				if (error.name().equals(code)) {
					return error;
				}
			}
		}
		return OTHER;
	}

}
