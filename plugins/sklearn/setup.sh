#!/bin/sh
# Sets up the pack of scikit-learn's estimators: setup.sh DESTINATION. It needs Python 3.10 or later with the module
# venv; the libraries come from PyPI, as requirements.txt pins them. PYTHON names another interpreter.
set -eu
destination=${1:?usage: setup.sh DESTINATION}
python=${PYTHON:-python3}
"$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || {
    echo "pack sklearn: skipped, there is no $python of version 3.10 or later with venv; install it with:" \
        "apt-get install python3-venv"
    exit 0
}
mkdir -p "$destination"
destination=$(cd "$destination" && pwd)
cd "$(dirname "$0")"
[ -x "$destination/venv/bin/python" ] || "$python" -m venv "$destination/venv"
"$destination/venv/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
rm -rf "$destination/bench_plugin"
mkdir "$destination/bench_plugin"
cp ../../sdk/python/bench_plugin/*.py ../../sdk/python/bench_plugin/plugin.desc "$destination/bench_plugin/"
cp ./*.py plugin.hcl conformance.json "$destination/"
echo "pack sklearn: ready in $destination"
