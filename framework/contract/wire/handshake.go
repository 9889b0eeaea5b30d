package wire

import (
	"context"
	"errors"

	plugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Handshake is what host and plugin agree on before any call. The cookie only
// keeps people from starting a plugin by hand by mistake.
var Handshake = plugin.HandshakeConfig{
	ProtocolVersion:  contract.ProtocolVersion,
	MagicCookieKey:   "BENCH_PLUGIN",
	MagicCookieValue: "bench.plugin.v1",
}

// PluginName is the only entry of the plugin set; the services behind it tell
// what the plugin is.
const PluginName = "bench"

// GRPCPlugin connects the contract to go-plugin, on both sides.
type GRPCPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	Served service.Plugin // set in the plugin process only
}

// GRPCServer registers the plugin's services.
func (p *GRPCPlugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	if p.Served == nil {
		return errors.New("wire: nothing to serve")
	}
	Register(s, p.Served)
	return nil
}

// GRPCClient returns a service.Plugin.
func (p *GRPCPlugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return NewClient(conn), nil
}
