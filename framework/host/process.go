package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	goplugin "github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/internal/wire"
	"github.com/manyclass/bench/framework/service"
)

// Deadlines of the steps of a plugin's life. Training has the caller's.
const (
	startTimeout = 1 * time.Minute
	// Packages that are merely found cannot hold everything up for as long.
	uninvitedTimeout = 30 * time.Second
	stopTimeout      = 3 * time.Second
	exitTimeout      = 5 * time.Second // from the end of a connection to that of its process
	quickTimeout     = 1 * time.Minute // calls that touch no data
	planTimeout      = 10 * time.Minute
	dataTimeout      = 1 * time.Hour // scoring and decoding
	trainTimeout     = 24 * time.Hour
	unlimited        = 365 * 24 * time.Hour // of a plugin that is attached: it may stand at a breakpoint
)

// starting is what a plugin does until it has shaken hands, and running what it does
// afterwards.
const (
	starting = "starting"
	running  = "running"
)

// Process is one running plugin process. Its calls are those of
// service.Plugin, each with a deadline; a call that times out or loses the
// process ends the process, and Alive turns false.
type Process struct {
	pkg    Package
	runner *runner
	quit   func() // ends the process politely, or lets go of one that is attached
	served service.Plugin
	// heard is told the versions under configurations; nil outside a pool.
	heard   func(Package, service.ComponentRef, map[string]string)
	begun   time.Time // before it was started; zero if somebody else has started it
	code    *outsides // what processes have named; that of its pool
	awaited *awaited  // is told what it is asked; nil outside a pool

	family      []int   // its process and the descendants when they were looked for last; nil before
	descendants float64 // seconds of processor time that the descendants had used then

	stop    sync.Once
	stopped chan struct{}
}

// Folders are where plugins put what lives no longer than they do. Both must be
// private (0700).
type Folders struct {
	Sockets   string // with a short path
	Temporary string // each process has a TMPDIR of its own in it
	// Code is where relative paths to code in an experiment file start, "" without a file.
	Code string
}

// Start launches a plugin and shakes hands with it, or attaches to one that runs.
func Start(ctx context.Context, pkg Package, folders Folders) (*Process, error) {
	return start(ctx, pkg, folders, nil)
}

// start keeps what the process prints in a log, unless that is nil.
func start(ctx context.Context, pkg Package, folders Folders, log *printed) (*Process, error) {
	if pkg.Attached != nil {
		return attach(ctx, pkg)
	}
	command, err := pkg.Command()
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
	return p, p.connect(ctx, client)
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

func (p Package) startLimit() service.Limit {
	return service.Limit{Within: cmp.Or(p.StartWithin, startTimeout), Name: "its start_timeout"}
}

// exits gives a process that broke its connection the time to be reaped, and
// reports whether it was.
func (p *Process) exits(ctx context.Context) bool {
	if p.runner.ID() == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, exitTimeout)
	defer cancel()
	_ = p.runner.Wait(ctx)
	return p.runner.gone()
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

// Package returns what the process runs.
func (p *Process) Package() Package { return p.pkg }

// Alive reports whether the process can be called.
func (p *Process) Alive() bool {
	select {
	case <-p.stopped:
		return false
	default:
		return !p.runner.gone()
	}
}

// Stop ends the process: politely for at most grace, then with its whole
// process group. It returns when the process is gone.
func (p *Process) Stop(grace time.Duration) {
	p.stop.Do(func() {
		defer close(p.stopped)
		polite := make(chan struct{})
		if grace == 0 {
			_ = p.runner.Kill(context.Background())
		}
		go func() { p.quit(); close(polite) }()
		select {
		case <-polite:
			return
		case <-time.After(grace + 50*time.Millisecond):
		}
		_ = p.runner.Kill(context.Background())
		select {
		case <-polite:
		case <-time.After(stopTimeout):
		}
	})
	<-p.stopped
}

// call runs one RPC within a limit that no attribute sets.
func (p *Process) call(ctx context.Context, limit time.Duration, doing string, rpc func(context.Context) error) error {
	return p.callWithin(ctx, service.Limit{Within: limit, Name: "bench's own limit on " + doing}, doing, rpc)
}

// planning runs one RPC that may take the plan_timeout of the package, or what it is by
// default.
func (p *Process) planning(ctx context.Context, byDefault time.Duration, doing string,
	rpc func(context.Context) error) error {
	return p.callWithin(ctx, service.Limit{Within: cmp.Or(p.pkg.PlanWithin, byDefault), Name: "its plan_timeout"}, doing, rpc)
}

// callWithin runs one RPC. Its error says which limit was met: this one, or an earlier one
// of the context.
func (p *Process) callWithin(ctx context.Context, limit service.Limit, doing string,
	rpc func(context.Context) error) error {
	if p.pkg.Attached != nil {
		limit.Within = unlimited
	}
	limited, cancel := service.WithLimit(ctx, limit)
	defer cancel()
	defer p.awaited.begin(Awaited{Plugin: p.pkg.Name, Doing: doing, Limit: limit})()
	kills := oomKills()
	err := service.Contained(func() error { return rpc(limited) })
	if err == nil {
		return nil
	}
	late := errors.Is(err, context.DeadlineExceeded) || status.Code(err) == codes.DeadlineExceeded
	if met, named := service.LimitOf(limited); late && named {
		err = timeoutError("no answer within " + met.String())
	}
	return p.failure(ctx, doing, err, kills)
}

// Describe implements service.Plugin.
func (p *Process) Describe(ctx context.Context) (d service.Description, err error) {
	err = p.callWithin(ctx, p.pkg.startLimit(), "describing itself", func(ctx context.Context) (err error) {
		d, err = p.served.Describe(ctx)
		return err
	})
	if err == nil {
		d.Runtimes, err = p.code.runtimes(p, d.Runtimes, d.Code)
	}
	return d, err
}

// Validate implements service.Plugin.
func (p *Process) Validate(ctx context.Context, ref service.ComponentRef) (v contract.Verdict, err error) {
	if v, err = p.judge(ctx, ref); err == nil && p.heard != nil {
		p.heard(p.pkg, ref, v.Runtimes)
	}
	return v, err
}

func (p *Process) judge(ctx context.Context, ref service.ComponentRef) (v contract.Verdict, err error) {
	err = p.call(ctx, quickTimeout, "validating "+ref.Name, func(ctx context.Context) (err error) {
		v, err = p.served.Validate(ctx, ref)
		return err
	})
	if err == nil {
		v.Runtimes, err = p.code.runtimes(p, v.Runtimes, v.Code)
	}
	return v, err
}

// Train implements service.Plugin.
func (p *Process) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	return p.call(ctx, trainTimeout, "training "+call.Component, func(ctx context.Context) error {
		return p.underMemory(ctx, call.Memory, func(ctx context.Context) error {
			return p.served.Train(ctx, call, done)
		})
	})
}

// Score implements service.Plugin.
func (p *Process) Score(ctx context.Context, call service.ScoreCall) (scored service.Scored, err error) {
	err = p.call(ctx, dataTimeout, "scoring", func(ctx context.Context) error {
		return p.underMemory(ctx, call.Memory, func(ctx context.Context) (err error) {
			scored, err = p.served.Score(ctx, call)
			return err
		})
	})
	return scored, err
}

// Forget implements service.Plugin.
func (p *Process) Forget(ctx context.Context, models []string) error {
	return p.call(ctx, quickTimeout, "forgetting models", func(ctx context.Context) error {
		return p.served.Forget(ctx, models)
	})
}

// Plan implements service.Plugin.
func (p *Process) Plan(ctx context.Context, ref service.ComponentRef,
	r contract.Reduction) (stage contract.Stage, ds []contract.Diagnostic, err error) {
	err = p.planning(ctx, planTimeout, "planning "+ref.Name, func(ctx context.Context) (err error) {
		stage, ds, err = p.served.Plan(ctx, ref, r)
		return err
	})
	return stage, ds, err
}

// Next implements service.Plugin.
func (p *Process) Next(ctx context.Context, call service.NextCall) (stage contract.Stage, done bool, err error) {
	doing := "planning the next stage of " + call.Component.Name
	err = p.planning(ctx, dataTimeout, doing, func(ctx context.Context) (err error) {
		stage, done, err = p.served.Next(ctx, call)
		return err
	})
	return stage, done, err
}

// Decode implements service.Plugin.
func (p *Process) Decode(ctx context.Context, call service.DecodeCall) (probabilities bool, err error) {
	err = p.call(ctx, dataTimeout, "decoding "+call.Component.Name, func(ctx context.Context) (err error) {
		probabilities, err = p.served.Decode(ctx, call)
		return err
	})
	return probabilities, err
}
