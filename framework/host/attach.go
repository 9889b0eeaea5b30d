package host

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/fault"
	"github.com/manyclass/bench/framework/internal/wire"
)

// ReattachVariable is the environment variable that names plugins which run already,
// as they print it when they are started by hand with BENCH_DEBUG=1.
const ReattachVariable = "BENCH_REATTACH"

// attachAgain says what to do without a plugin that was attached.
const attachAgain = "start the plugin with BENCH_DEBUG=1, and set " + ReattachVariable + " to what it prints"

// detached is the error of a call over which the attached plugin has ended. Nobody starts
// another one, so that it ends the run: it says nothing about a cell.
func (p *Process) detached(e *Error) error {
	e.Err = fmt.Errorf("the plugin, which was attached at %s (process %d), has ended; %s", p.pkg.Attached.Addr,
		p.pkg.Attached.PID, attachAgain)
	return fault.Run(e)
}

// Attachment says where a plugin listens that somebody else has started.
type Attachment struct {
	Addr     string `json:"addr"` // path of a socket
	PID      int    `json:"pid"`
	Protocol int    `json:"protocol"`
}

// Attachments reads BENCH_REATTACH: plugins by their names.
func Attachments() (map[string]Attachment, error) {
	text := os.Getenv(ReattachVariable)
	if text == "" {
		return nil, nil
	}
	found := map[string]Attachment{}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return nil, fmt.Errorf("%s is not what a plugin prints, but %.80q: %w", ReattachVariable, text, err)
	}
	for name, at := range found {
		if at.Protocol != contract.ProtocolVersion {
			return nil, fmt.Errorf("%s: plugin %s speaks version %d of the protocol, and this bench version %d",
				ReattachVariable, name, at.Protocol, contract.ProtocolVersion)
		}
	}
	return found, nil
}

// digest stands for bytes that nobody has seen: what a plugin computes while it is
// attached counts for that process alone.
func (a Attachment) digest() string { return hexSum(fmt.Sprintf("attached %s %d", a.Addr, a.PID)) }

// attach connects to the plugin of a package that runs already. Its process is not
// ours: it is not ended, and no limit holds for it.
func attach(ctx context.Context, pkg Package) (*Process, error) {
	at := pkg.Attached
	var dialer net.Dialer
	tried, err := dialer.DialContext(ctx, "unix", at.Addr)
	if err != nil {
		return nil, fault.Run(&Error{Plugin: pkg.Name, Doing: starting, Err: fmt.Errorf("nobody listens at %s; %s", at.Addr,
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
