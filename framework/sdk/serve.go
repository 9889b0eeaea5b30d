// Package sdk runs a plugin: an author describes components in a
// contract.Plugin and calls Serve from main. It knows nothing of the host beyond the
// messages of contract/wire.
package sdk

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/base/heap"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/wire"
)

// maxStack is how deep a plugin may call, in bytes of one goroutine's stack. Go's
// own limit is a gigabyte, and a call without end would take minutes to meet it.
const maxStack = 64 << 20

// Serve answers the host's calls until the host asks the plugin to stop or
// goes away. It returns only then, or exits with status 1 and a message when
// a person starts the plugin by hand. Started by hand with BENCH_DEBUG=1, it prints
// how bench can attach to it, and serves until it is interrupted.
func Serve(p contract.Plugin) {
	if os.Getenv(wire.Handshake.MagicCookieKey) != wire.Handshake.MagicCookieValue {
		if os.Getenv("BENCH_DEBUG") == "1" {
			defer end(p)
			serveAttached(p)
			return
		}
		fmt.Fprintf(os.Stderr, "%s %s is a plugin of bench and is started by it.\nTry: bench plugin describe %s\n"+
			"To start it in a debugger, set BENCH_DEBUG=1.\n", p.Name, p.Version, p.Name)
		os.Exit(1)
	}
	debug.SetMaxStack(maxStack)
	heap.Set(100)
	defer end(p)
	go exitWithHost(os.Stdin, p)
	direct := &directOutput{stdout: os.Stdout, stderr: os.Stderr}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: wire.Handshake,
		Plugins:         plugin.PluginSet{wire.PluginName: &wire.GRPCPlugin{Served: New(p)}},
		Logger:          hclog.NewNullLogger(),
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			options = append(append(options, sizes()...), grpc.ChainUnaryInterceptor(direct.unary),
				grpc.ChainStreamInterceptor(direct.stream))
			return grpc.NewServer(options...)
		},
	})
}

// exitWithHost ends the process when the host's end of stdin closes: a host
// that was killed leaves no plugin behind.
func exitWithHost(stdin io.Reader, p contract.Plugin) {
	_, _ = io.Copy(io.Discard, stdin)
	end(p)
	os.Exit(0)
}

// end lets a plugin clear away what it has outside its process.
func end(p contract.Plugin) {
	if p.End != nil {
		p.End()
	}
}

// directOutput gives os.Stdout and os.Stderr back to the process before its
// first call. go-plugin puts pipes of its own in their place and sends what
// comes out of them over the connection: what a plugin prints before it exits
// would never arrive.
type directOutput struct {
	once           sync.Once
	stdout, stderr *os.File // as they were when the process started
}

func (d *directOutput) restore() {
	d.once.Do(func() { os.Stdout, os.Stderr = d.stdout, d.stderr })
}

func (d *directOutput) unary(ctx context.Context, req any, _ *grpc.UnaryServerInfo,
	handle grpc.UnaryHandler) (any, error) {
	d.restore()
	return handle(ctx, req)
}

func (d *directOutput) stream(server any, s grpc.ServerStream, _ *grpc.StreamServerInfo,
	handle grpc.StreamHandler) error {
	d.restore()
	return handle(server, s)
}
