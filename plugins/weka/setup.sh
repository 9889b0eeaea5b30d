#!/bin/sh
# Builds the pack of WEKA's classifiers: setup.sh DESTINATION. It needs a JDK of version 17 or later and Maven, which
# fetches the libraries the first time.
set -eu
destination=${1:?usage: setup.sh DESTINATION}
for program in java javac mvn; do
    command -v $program >/dev/null || {
        echo "pack weka: skipped, $program is missing; install it with: apt-get install default-jdk-headless maven"
        exit 0
    }
done
mkdir -p "$destination"
destination=$(cd "$destination" && pwd)
cd "$(dirname "$0")"
# The first compiler of the virtual machine is enough: half the processor time.
export MAVEN_OPTS="${MAVEN_OPTS:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC}"
said=$(mvn -q package 2>&1) || {
    echo "$said"
    exit 1
}
cp target/plugin.jar "$destination/weka.jar"
cp plugin.hcl conformance.json "$destination/"

# The classes of a start, as the virtual machine loads them fastest: a start takes half the time. Another version of
# Java leaves the file aside.
cd "$destination"
sockets=$(mktemp -d)
rm -f weka.jsa
BENCH_PLUGIN=bench.plugin.v1 PLUGIN_UNIX_SOCKET_DIR=$sockets TMPDIR=$sockets \
    java -XX:+UseSerialGC -XX:-UsePerfData -Xlog:disable -XX:ArchiveClassesAtExit=weka.jsa -jar weka.jar \
    </dev/null >/dev/null
rm -rf "$sockets"
echo "pack weka: ready in $destination"
