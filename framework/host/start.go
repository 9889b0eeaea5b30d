package host

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"time"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	goplugin "github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/contract/wire"
	"github.com/manyclass/bench/framework/host/own"
)

// Start launches a plugin and shakes hands with it, or attaches to one that runs.
func Start(ctx context.Context, pkg Package, folders Folders) (*Process, error) {
	return start(ctx, pkg, folders, nil)
}

// start keeps what the process prints in a log, unless that is nil.
func start(ctx context.Context, pkg Package, folders Folders, log *printed) (*Process, error) {
	if pkg.Attached != nil {
		return attach(ctx, pkg)
	}
	command, err := folders.traced(pkg)
	if err != nil {
		return nil, &Error{Plugin: pkg.Name, Doing: starting, Err: err}
	}
	temporary, err := os.MkdirTemp(folders.Temporary, "plugin-")
	if err != nil {
		return nil, &Error{Plugin: pkg.Name, Doing: starting, Err: err}
	}
	r := newRunner(command)
	r.temporary = temporary
	if log != nil {
		log.pid, r.words.log = r.number, log
	}
	p := &Process{pkg: pkg, runner: r, stopped: make(chan struct{}), begun: time.Now(), code: newOutsides()}
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  wire.Handshake,
		Plugins:          plugin.PluginSet{wire.PluginName: &wire.GRPCPlugin{}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		SkipHostEnv:      true,
		StartTimeout:     2 * startTimeout, // connect is stricter
		Logger:           hclog.NewNullLogger(),
		SyncStdout:       r.words,
		SyncStderr:       r.words,
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: folders.Sockets},
		GRPCDialOptions: []grpc.DialOption{grpc.WithDefaultCallOptions(
			grpc.MaxCallRecvMsgSize(wire.MaxMessage), grpc.MaxCallSendMsgSize(wire.MaxMessage))},
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, _ string) (goplugin.Runner, error) {
			r.cmd.Env = append(append(pkg.environment(temporary), folderVariable+"="+folders.Code), cmd.Env...)
			return r, nil
		},
	})
	p.quit = client.Kill
	return p, pkg.blamed(p.connect(ctx, client))
}

// blamed makes it the run's error that a package does not start whose program was replaced: it says
// nothing about the cells that ask for it.
func (p Package) blamed(err error) error {
	if p.seen != nil && own.Replaced(p.seen) {
		return fault.Run(err)
	}
	return err
}

// connect bounds go-plugin's own calls, which know no deadline.
func (p *Process) connect(ctx context.Context, client *plugin.Client) error {
	limit := p.pkg.startLimit()
	ctx, cancel := context.WithTimeoutCause(ctx, limit.Within, fmt.Errorf("no answer within %v", limit))
	defer cancel()
	kills := oomKills()
	connected := make(chan error, 1)
	go func() { connected <- p.dispense(client) }()
	var err error
	begun := true // go-plugin still makes folders and processes
	select {
	case err = <-connected:
		begun = false
	case <-p.runner.exited:
		err = errConnection
		if p.runner.wasKilled() { // by go-plugin, which is about to say why
			select {
			case err = <-connected:
				begun = false
			case <-time.After(stopTimeout):
			}
		}
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err == nil {
		return nil
	}
	if p.exits(ctx) && !p.runner.wasKilled() {
		err = errors.New("the process ended before the handshake")
	}
	p.Stop(0)
	if begun {
		select {
		case <-connected:
		case <-time.After(stopTimeout):
		}
	}
	return p.failure(ctx, starting, err, kills)
}

func (p *Process) dispense(client *plugin.Client) error {
	protocol, err := client.Client()
	if err != nil {
		return err
	}
	served, err := protocol.Dispense(wire.PluginName)
	if err != nil {
		return err
	}
	p.served = served.(service.Plugin)
	return nil
}

// attach connects to the plugin of a package that runs already. Its process is not
// ours: it is not ended, and no limit holds for it.
func attach(ctx context.Context, pkg Package) (*Process, error) {
	at := pkg.Attached
	var dialer net.Dialer
	tried, err := dialer.DialContext(ctx, "unix", at.Addr)
	if err != nil {
		return nil, fault.Run(&Error{Plugin: pkg.Name, Doing: starting, Err: fmt.Errorf("nothing listens at %s; %s", at.Addr,
			attachAgain)})
	}
	tried.Close()
	conn, err := grpc.NewClient("unix:"+at.Addr, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(wire.MaxMessage), grpc.MaxCallSendMsgSize(wire.MaxMessage)))
	if err != nil {
		return nil, &Error{Plugin: pkg.Name, Doing: starting, Err: err}
	}
	return &Process{pkg: pkg, runner: newRunner(&exec.Cmd{}), quit: func() { conn.Close() },
		served: wire.NewClient(conn), stopped: make(chan struct{}), code: newOutsides()}, nil
}
