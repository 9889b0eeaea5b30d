// Command unruly is a plugin without the SDK, which keeps to no limit: what its
// learners send is written byte by byte, on gRPC or past it.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	"golang.org/x/sys/unix"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// learners are the components: what each does when it is to train.
var learners = map[string]func(grpc.ServerStream) error{
	// A message of 300 MB is not an answer but a flood.
	"flooding": func(s grpc.ServerStream) error { return s.SendMsg(bytes.Repeat([]byte{0x1a, 1, 'x'}, 100<<20)) },
	// Bytes that are not a message of the protocol.
	"mumbling": func(s grpc.ServerStream) error { return s.SendMsg(bytes.Repeat([]byte{0xff}, 100)) },
	// Bytes that are not HTTP/2, on the connection itself.
	"scrawling": func(grpc.ServerStream) error { scrawl(); select {} },
	// An answer: how much memory the host has held at most.
	"watching": func(s grpc.ServerStream) error { return s.SendMsg(text(3, hostMemory())) },
}

func main() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: plugin.HandshakeConfig{ProtocolVersion: 1, MagicCookieKey: "BENCH_PLUGIN",
			MagicCookieValue: "bench.plugin.v1"},
		Plugins: plugin.PluginSet{"bench": none{}},
		Logger:  hclog.NewNullLogger(),
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options, grpc.ForceServerCodec(codec{}), grpc.UnknownServiceHandler(answer))...)
		},
	})
}

// none registers no service: answer takes all calls.
type none struct{ plugin.NetRPCUnsupportedPlugin }

func (none) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error { return nil }
func (none) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("unruly: this is not a host")
}

// codec leaves bytes as they are; go-plugin's own services have messages.
type codec struct{}

func (codec) Name() string { return "proto" }

func (codec) Marshal(v any) ([]byte, error) {
	if b, ok := v.([]byte); ok {
		return b, nil
	}
	return proto.Marshal(v.(proto.Message))
}

func (codec) Unmarshal(b []byte, v any) error {
	if into, ok := v.(*[]byte); ok {
		*into = bytes.Clone(b)
		return nil
	}
	return proto.Unmarshal(b, v.(proto.Message))
}

// answer takes a call of any method.
func answer(_ any, s grpc.ServerStream) error {
	var request []byte
	if err := s.RecvMsg(&request); err != nil {
		return err
	}
	switch method, _ := grpc.MethodFromServerStream(s); method {
	case "/bench.plugin.v1.Plugin/Describe":
		return s.SendMsg(description())
	case "/bench.plugin.v1.Plugin/Validate":
		return s.SendMsg(text(2, capabilities()))
	case "/bench.plugin.v1.Learner/Train":
		_, _, n := protowire.ConsumeTag(request)
		component, _ := protowire.ConsumeBytes(request[n:])
		return learners[string(component)](s)
	}
	return s.SendMsg([]byte{})
}

func description() []byte {
	d := append(text(1, "unruly"), text(2, "0.1.0")...)
	for name := range learners {
		c := bytes.Join([][]byte{text(1, "learner"), text(2, name), text(3, "Keeps to no limit."), text(5, capabilities())},
			nil)
		d = append(d, text(4, c)...)
	}
	return d
}

func capabilities() []byte { return append(text(1, "binary"), text(2, "margin")...) }

// text is a field of a message that holds text or another message.
func text[T string | []byte](field protowire.Number, content T) []byte {
	return protowire.AppendString(protowire.AppendTag(nil, field, protowire.BytesType), string(content))
}

// scrawl writes on all connections of the process.
func scrawl() {
	for fd := range 100 {
		if _, err := unix.Getpeername(fd); err == nil {
			_, _ = unix.Write(fd, bytes.Repeat([]byte("who wants to know? "), 100))
		}
	}
}

// hostMemory tells of the parent process.
func hostMemory() string {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", os.Getppid()))
	if err != nil {
		return err.Error()
	}
	_, peak, _ := bytes.Cut(status, []byte("VmHWM:"))
	kilobytes, _, _ := bytes.Cut(peak, []byte("kB"))
	return "the host held " + string(bytes.TrimSpace(kilobytes)) + " kB"
}
