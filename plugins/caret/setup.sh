#!/bin/sh
# setup.sh DESTINATION makes the pack of R's caret a folder package. It installs nothing: R and its packages come from
# the system's package manager or from install.packages. Without them it says so in a line.
set -eu
here=$(dirname "$0")
packages='caret jsonlite'
debian='r-base-core r-cran-caret r-cran-jsonlite r-cran-mass r-cran-rpart r-cran-randomforest r-cran-kernlab'

if ! command -v Rscript > /dev/null; then
	echo "pack caret: skipped, Rscript is missing; install it with: apt-get install $debian"
	exit 0
fi
for p in $packages; do
	if ! Rscript --vanilla -e "quit(status = !nzchar(system.file(package = '$p')))"; then
		echo "pack caret: skipped, R has no package $p; install it with: apt-get install $debian"
		exit 0
	fi
done
mkdir -p "$1"
destination=$(cd "$1" && pwd)
cp "$here/main.R" "$here/plugin.hcl" "$here/conformance.json" "$here/../../sdk/r/R/bench_plugin.R" "$destination/"
echo "pack caret: ready in $destination"
