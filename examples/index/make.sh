#!/bin/sh
# Packs the packs and the example plugins, and writes an index of them: make.sh OUT [scripts] writes OUT/plugins.hcl and the
# archives beside it. With "scripts" it leaves out what has to be compiled; the archives of the others have the same bytes
# on every machine. BENCH is the path of the program bench, which is built without it.
set -eu
out=${1:?usage: make.sh OUT [scripts]}
scripts=${2:-}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")/../.."
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
here=examples/index/plugins.hcl
[ "$here" -ef "$out/plugins.hcl" ] || cp "$here" "$out/plugins.hcl"
bench=${BENCH:-}
if [ -z "$bench" ]; then
    bench=$stage/bench
    CGO_ENABLED=0 go build -trimpath -o "$bench" ./cmd/bench
fi
made=

# add FILE... says which archives the index is to have.
add() {
    for file; do made="$made $file"; done
}

# pack NAME SOURCE packs a plugin that any machine can pack, whatever it lacks to run it.
pack() {
    "$bench" plugin package "$2" -name "$1" -version 0.1.0 -platform all -untried -follow -replace -out "$out" 2>"$stage/said" ||
        { cat "$stage/said"; exit 1; }
    add "$1_0.1.0.tar.gz"
}

# tried NAME SOURCE packs a plugin that was built, and starts it.
tried() {
    "$bench" plugin package "$2" -name "$1" -version 0.1.0 -replace -out "$out"
    add "$(cd "$out" && echo "$1"_0.1.0*.tar.gz)"
}

pack centroid-python examples/plugins/python
pack centroid-shell examples/plugins/shell
pack means-r examples/plugins/r

mkdir "$stage/sklearn" "$stage/caret"
cp plugins/sklearn/*.py plugins/sklearn/conformance.json plugins/sklearn/requirements.txt "$stage/sklearn"
grep -v '^install' plugins/sklearn/plugin.hcl >"$stage/sklearn/plugin.hcl" # make pack-sklearn is for a clone of bench
cp -R sdk/python/bench_plugin "$stage/sklearn"
pack sklearn "$stage/sklearn"
cp plugins/caret/main.R plugins/caret/plugin.hcl plugins/caret/conformance.json sdk/r/R/bench_plugin.R "$stage/caret"
pack caret "$stage/caret"

if [ "$scripts" != scripts ]; then
    for name in centroid counts rolling worstgroup; do
        CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '-s -w' -o "$stage/$name" "./examples/plugins/$name"
        tried "$name" "$stage/$name"
    done
    if command -v javac >/dev/null && command -v mvn >/dev/null; then
        (cd examples/plugins/java && mvn -q package)
        tried means-java examples/plugins/java
        plugins/weka/setup.sh "$stage/weka"
        tried weka "$stage/weka"
    else
        echo "without means-java and weka: there is no JDK, or no Maven"
    fi
fi
cd "$out"
"$bench" plugin index plugins.hcl $made -replace
