// Package wire is the transport of the plugin contract: the messages of
// bench.plugin.v1, the client the host uses and the server the SDK runs. Each
// conversion between messages and contract values is written once, here.
package wire

//go:generate go run ./protogen . ../../../sdk/python/bench_plugin
//go:generate cp plugin.proto ../../../sdk/java/src/main/proto/plugin.proto
