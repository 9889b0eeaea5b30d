#!/bin/bash
#$ -S /bin/bash
#$ -N bench-letters-5f0c2a11-w3-default
#$ -wd /tmp
#$ -j y
#$ -o JOB/log/bench-letters-5f0c2a11-w3-default.log
#$ -r y
#$ -notify
#$ -t 1-3
#$ -tc 3
# bench-letters-5f0c2a11-w3-default: made by bench.
job='JOB'
stored='/shared/store/abababababababababababababababababababababababababababababababab/bench'
program='/local dir/store/abababababababababababababababababababababababababababababababab/bench'
digest=abababababababababababababababababababababababababababababababab
node=${BENCH_NODE:-$HOSTNAME}

# The batch system tells the script alone that its time is nearly over.
child='' told='' again=''
pass() {
	again=1 told=$1
	[ -z "$child" ] || kill -s "$1" "$child" 2>/dev/null
}
trap 'pass USR1' USR1
trap 'pass USR1' USR2
trap 'pass TERM' TERM

# A shared folder may show late what is in it.
for try in 1 2 3 4 5 6 7 8 9 10; do
	[ -e "$job/job.json" ] && break
	sleep 1
done
[ -e "$job/job.json" ] || {
	echo "$node does not see $job/job.json" >&2
	exit 66
}

index=$((0 + ${SGE_TASK_ID:-1} - 1))
attempt=w3.default.$index.1
# A slot that is started again has the next number.
restart=0
until (set -C; echo "$node" >"$job/begun/$attempt.$restart") 2>/dev/null; do
	restart=$((restart + 1))
	[ "$restart" -lt 1000 ] || exit 66
done
attempt=$attempt.$restart
exec >>"$job/log/$attempt.log" 2>&1

# say FILE WORDS: the file is whole when it has its name.
say() {
	new=$job/log/.$attempt.new
	printf '%s\n' "$2" >"$new" && mv -f "$new" "$1" || rm -f "$new"
}

# refuse WORDS: bench cannot work on this node.
refuse() {
	echo "$node: $1" >&2
	say "$job/refused/$attempt" "$node: $1"
	say "$job/ends/$attempt" 65
	exit 0
}

# ready STATUS LINE: what a line of setup came to.
ready() {
	[ "$1" = 0 ] || refuse "the setup line $2 ended with status $1"
}

module load go
ready $? 'module load go'

# The program is copied once a node, whoever comes first.
whole() {
	[ -f "$program" ] && [ "$(sha256sum <"$program")" = "$digest  -" ]
}
fetch() {
	new=$program.$attempt.$$
	mkdir -p "${program%/*}" && cp "$stored" "$new" && chmod 755 "$new" && mv -f "$new" "$program" || rm -f "$new"
}
for try in 1 2 3 4 5; do
	whole && break
	[ "$try" = 1 ] || sleep 1
	words=$(fetch 2>&1)
done
whole || refuse "bench cannot be copied to local_dir: ${words:-$stored has other bytes than $digest}"

[ -z "$told" ] || exit 0
BENCH_NODE=$node "$program" slot "$job" -attempt "$attempt" -cpus 1 &
child=$!
[ -z "$told" ] || kill -s "$told" "$child"
# A signal ends the wait, not the child.
while :; do
	again=''
	wait "$child"
	status=$?
	[ -n "$again" ] || break
done
# Bash may lose the status of a child that ends while it takes a signal.
if [ -n "$told" ] && { [ "$status" -lt 0 ] || [ "$status" = 127 ]; }; then
	status=$((128 + $(kill -l "$told")))
fi
[ "$status" != 126 ] || refuse "bench cannot be executed ($(uname -m))"
say "$job/ends/$attempt" "$status"
exit 0
