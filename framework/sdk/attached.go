package sdk

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/wire"
)

// serveAttached serves a plugin that a person has started by hand, in a debugger say:
// it prints the variable that makes bench attach to it, and stays until it is
// interrupted. stdin, stdout and stderr are the user's.
func serveAttached(p contract.Plugin) {
	folder, err := os.MkdirTemp("", "bench-")
	if err != nil {
		refuse(err)
	}
	defer os.RemoveAll(folder)
	listener, err := net.Listen("unix", filepath.Join(folder, "plugin.sock"))
	if err != nil {
		refuse(err)
	}
	server := grpc.NewServer(sizes()...)
	wire.Register(server, New(p))
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		server.Stop()
	}()
	fmt.Printf("BENCH_REATTACH='%s'\n", attachment(p.Name, listener.Addr().String()))
	_ = server.Serve(listener) // ends when it is stopped
}

// attachment is what bench has to know, as JSON.
func attachment(name, addr string) []byte {
	text, err := json.Marshal(map[string]any{
		name: map[string]any{"addr": addr, "pid": os.Getpid(), "protocol": contract.ProtocolVersion},
	})
	if err != nil {
		panic(err) // texts and numbers
	}
	return text
}

func refuse(err error) {
	fmt.Fprintf(os.Stderr, "the plugin cannot be served: %v\n", err)
	os.Exit(1)
}

// sizes bounds messages as the host does.
func sizes() []grpc.ServerOption {
	return []grpc.ServerOption{grpc.MaxRecvMsgSize(wire.MaxMessage), grpc.MaxSendMsgSize(wire.MaxMessage)}
}
