# Starts a redis-server that cannot outlive the JVM that asked for it.
#
# $1      folder of this server, deleted when the JVM is gone
# $2      folder of the binary, deleted when the JVM is gone; empty if the program is not ours
# $3      log file
# $4...   the command
# stdin   a pipe that only the JVM can write to: each line is the name of a signal for the server; the end means that
#         the JVM is gone, however it went
# stdout  the pid of the server, then one line for each signal that was sent

# A Ctrl-C or a kill of the whole process group must not take the guard away before the JVM.
trap '' INT HUP QUIT TERM

home=$1 binary=$2 log=$3
shift 3

# Without setsid, job control at least gives the server a process group of its own where the shell can do so. It is
# switched off again at once, since with it a paused server would count as an ended one.
command -v setsid >/dev/null 2>&1 || set -m 2>/dev/null
"$@" </dev/null >>"$log" 2>&1 &
server=$!
set +m

# Standard input is passed on as 3, since a shell gives a background job an empty one.
exec 3<&0
(
	while read -r signal <&3; do
		kill -s "$signal" "$server"
		echo "$signal"
	done
	trap '' USR1
	kill -s KILL "$server"
	rm -rf -- "$home" ${binary:+"$binary"}
) &
watcher=$!

echo "$server"
wait "$server"
status=$?
kill -s USR1 "$watcher"
exit "$status"
