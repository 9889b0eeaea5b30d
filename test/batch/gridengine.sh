#!/bin/bash
# Starts a private Grid Engine of one node on this machine, as root, of Debian's packages
# gridengine-master, gridengine-exec and gridengine-client. It stops when nobody holds its standard
# input any more.      gridengine.sh DIR PORT SLOTS
# DIR must have a short path without white space. DIR/env holds the variables for its commands, and
# the line "up" on standard output says that it takes jobs.
set -euo pipefail
dir=$1 port=$2 slots=$3
here=$(hostname)
programs=/usr/lib/gridengine resources=/usr/share/gridengine/util/resources
unset "${!SGE_@}"
export SGE_ROOT=$dir SGE_CELL=default SGE_QMASTER_PORT=$port SGE_EXECD_PORT=$((port + 1))

mkdir -p "$dir"/default/common "$dir"/spool/{qmaster/job_scripts,db,execd} "$dir/conf"
for part in bin utilbin lib util; do ln -s "/var/lib/gridengine/$part" "$dir/$part"; done
echo "$here" >"$dir/default/common/act_qmaster"
# All names of the loopback address mean this host.
{ echo "$here"; getent hosts "$here" 127.0.0.1 | tr ' ' '\n' | grep -v '^[0-9.:]*$'; } | awk '!seen[$0]++' |
    tr '\n' ' ' >"$dir/default/common/host_aliases"
cat >"$dir/default/common/bootstrap" <<EOF
admin_user              none
default_domain          none
ignore_fqdn             true
spooling_method         berkeleydb
spooling_lib            libspoolb
spooling_params         $dir/spool/db
binary_path             /usr/sbin
qmaster_spool_dir       $dir/spool/qmaster
security_mode           none
listener_threads        2
worker_threads          2
scheduler_threads       1
EOF
printf 'export SGE_ROOT=%s SGE_CELL=default SGE_QMASTER_PORT=%s SGE_EXECD_PORT=%s\n' "$dir" "$port" "$((port + 1))" >"$dir/env"

stop() {
    # Jobs first, then the daemons, all by the files in which they wrote their numbers down.
    for file in "$dir"/spool/execd/*/active_jobs/*/job_pid; do
        [ ! -s "$file" ] || kill -KILL -- "-$(<"$file")" 2>/dev/null || true
    done
    for file in "$dir"/spool/execd/*/execd.pid "$dir"/spool/qmaster/qmaster.pid; do
        [ ! -s "$file" ] || kill -KILL "$(<"$file")" 2>/dev/null || true
    done
}
trap stop EXIT

{
    sed -e "s#^execd_spool_dir.*#execd_spool_dir $dir/spool/execd#" -e 's/^min_uid.*/min_uid 0/' \
        -e 's/^min_gid.*/min_gid 0/' -e 's/^load_report_time.*/load_report_time 00:00:02/' \
        -e 's/^login_shells.*/login_shells none/' \
        /usr/share/gridengine/default-configuration >"$dir/conf/configuration"
    "$programs/spoolinit" berkeleydb libspoolb "$dir/spool/db" init
    "$programs/spooldefaults" configuration "$dir/conf/configuration"
    "$programs/spooldefaults" complexes "$resources/centry"
    "$programs/spooldefaults" usersets "$resources/usersets"
    "$programs/spooldefaults" managers root
    "$programs/sge_qmaster" </dev/null
    qconf -as "$here"
    "$programs/sge_execd" </dev/null
    qconf -ssconf | sed -e 's/^schedule_interval.*/schedule_interval 0:0:1/' -e 's/^flush_submit_sec.*/flush_submit_sec 1/' \
        -e 's/^flush_finish_sec.*/flush_finish_sec 1/' >"$dir/conf/scheduler"
    qconf -Msconf "$dir/conf/scheduler"
    qconf -sq | sed -e 's/^qname.*/qname all.q/' -e "s/^hostlist.*/hostlist $here/" -e "s/^slots.*/slots $slots/" \
        -e 's/^load_thresholds.*/load_thresholds NONE/' -e 's/^pe_list.*/pe_list NONE/' -e 's/^notify.*/notify 00:00:05/' \
        -e 's#^shell .*#shell /bin/bash#' >"$dir/conf/queue"
    qconf -Aq "$dir/conf/queue"
    for try in $(seq 200); do
        qstat -f | grep -q "all.q@.*lx-amd64 *$" && break
        sleep 0.1
    done
    qstat -f | grep -q "all.q@.*lx-amd64 *$"
} >"$dir/log" 2>&1 || { cat "$dir/log" "$dir"/spool/qmaster/messages >&2; exit 1; }
echo up
cat >/dev/null
