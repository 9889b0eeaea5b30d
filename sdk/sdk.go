// Package sdk holds the sources of the SDKs for other languages than Go, so that bench
// can write a plugin that needs no other copy of them.
package sdk

import "embed"

// Files are the folders java, python and r, without their tests.
//
//go:embed java/parent.xml java/src/main r/R
//go:embed python/bench_plugin/*.py python/bench_plugin/plugin.desc python/bench_plugin/py.typed
var Files embed.FS
