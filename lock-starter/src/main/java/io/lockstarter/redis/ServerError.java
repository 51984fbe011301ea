package io.lockstarter.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lockstarter.store.StoreException.Outcome;

/**
 * The error replies of Redis that concern us. A script of ours that is answered by one
 * has changed nothing, since it writes last. Redis refuses a command before it applies
 * it; a proxy may answer with an error after Redis has applied it.
 */
enum ServerError {

	LOADING(Outcome.NOT_APPLIED, "the server is still loading its data", "Wait until it has started."),

	BUSY(Outcome.NOT_APPLIED, "a script of somebody else blocks the server",
			"Find it in SLOWLOG; SCRIPT KILL ends it."),

	TRYAGAIN(Outcome.NOT_APPLIED, "the cluster is moving this slot", "Wait until the move is over."),

	MOVED(Outcome.NOT_APPLIED, "the cluster has moved this slot", "Enable the client's topology refresh."),

	ASK(Outcome.NOT_APPLIED, "the cluster is moving this slot", "Wait until the move is over."),

	CLUSTERDOWN(Outcome.NOT_APPLIED, "the cluster does not serve this slot", "Look at CLUSTER INFO."),

	MASTERDOWN(Outcome.NOT_APPLIED, "the server is a replica without a master",
			"Connect to the master, or wait for the failover."),

	READONLY(Outcome.NOT_APPLIED, "the server is a read-only replica",
			"Connect to the master, or through Sentinel or Cluster so that the client follows it."),

	NOREPLICAS(Outcome.NOT_APPLIED, "the server has too few good replicas",
			"Look at INFO replication and min-replicas-to-write."),

	OOM(Outcome.NOT_APPLIED, "the server is out of memory", "Look at maxmemory and what fills it."),

	MISCONF(Outcome.NOT_APPLIED, "the server cannot save its data and refuses writes",
			"Look at the server's log and its disk."),

	MAXCLIENTS(Outcome.NOT_APPLIED, "the server has too many clients", "Look at maxclients and CLIENT LIST."),

	NOAUTH(Outcome.REFUSED, "the server wants a password", "Set spring.data.redis.password."),

	WRONGPASS(Outcome.REFUSED, "the server does not accept the user name or password",
			"Look at spring.data.redis.username and password."),

	NOPERM(Outcome.REFUSED, "the user lacks a permission",
			"Grant it SET, GET, DEL, PTTL, PEXPIRE, APPEND, EVAL, EVALSHA and TIME on the keys of the locks, and "
					+ "PUBLISH, SUBSCRIBE, UNSUBSCRIBE and PING on their channels."),

	CROSSSLOT(Outcome.REFUSED, "the keys of one command are in several slots of the cluster",
			"This is an error of lock-starter: please report it."),

	WRONGTYPE(Outcome.REFUSED, "the key holds something that is not a lock",
			"Delete it, or set another key prefix for the locks."),

	UNKNOWN_COMMAND(Outcome.REFUSED, "the server does not know a command that is needed",
			"It must allow SET with NX and PX, EVAL and EVALSHA under these names."),

	ERR(Outcome.REFUSED, "the server refused the command", "See the server's words."),

	PROXY(Outcome.UNKNOWN, "an error came that is not in the words of Redis, perhaps from a proxy",
			"It may have been applied; see these words."),

	OTHER(Outcome.UNKNOWN, "the server gave an error that is not known here", "See the server's words.");

	private static final Pattern CODE = Pattern.compile("^-?([A-Z]+)\\b");

	// How Redis goes on. A proxy also begins with ERR when it has lost the server after
	// it passed a command on; what is missing here counts as such, which is safe.
	private static final Pattern OF_REDIS = Pattern.compile("^-?ERR *$|user_script|^-?ERR (unknown |wrong number|"
			+ "syntax error|invalid |value |Error |Protocol error|operation not permitted|Client sent AUTH|AUTH |"
			+ "DB index|This |Number of keys|Script |Write commands)");

	/** An error that a script returns begins like this on servers before 7. */
	private static final String SCRIPT = "@user_script";

	// Servers before 7 put the words of a script's command behind their own.
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
		// The words before 7.2, and since.
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
