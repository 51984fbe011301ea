# Starts a redis-server that cannot outlive its JVM.
#
# $1      folder of this server, deleted after the end of the JVM
# $2      folder of the embedded program, deleted after the end of the JVM; empty for another program
# $3      log file
# $4...   the command
# stdin   a pipe from the JVM: each line is the name of a signal for the server; the end of the pipe means that the JVM
#         has ended, for any reason
# stdout  the pid of the server, then one line for each signal that was sent

# A Ctrl-C or a kill of the whole process group must not end the guard before the JVM.
trap '' INT HUP QUIT TERM

home=$1 binary=$2 log=$3
shift 3

# Without setsid, job control gives the server its own process group, if the shell supports that. Job control is switched
# off again at once, because with it a paused server would count as ended.
command -v setsid >/dev/null 2>&1 || set -m 2>/dev/null
"$@" </dev/null >>"$log" 2>&1 &
server=$!
set +m

# Standard input is copied to descriptor 3, because a shell gives a background job an empty standard input.
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
