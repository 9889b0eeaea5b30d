package host

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/wire"
	"github.com/manyclass/bench/framework/sdk"
)

// listens serves a plugin as somebody does who has started it in a debugger.
func listens(t *testing.T) (at *Attachment, end func()) {
	t.Helper()
	path := filepath.Join(sockets(t), "plugin.sock")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	wire.Register(server, sdk.New(contract.Plugin{Name: "debugged", Version: "1.0.0", Components: []contract.Component{
		{Kind: contract.KindLearner, Name: "l"},
	}}))
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return &Attachment{Addr: path, PID: os.Getpid(), Protocol: contract.ProtocolVersion}, server.Stop
}

// bench talks to a plugin that runs already and lets go of it: a second pool finds it
// alive. Nothing is started, hashed or limited.
func TestAttach(t *testing.T) {
	pkg := script(t, "touch started\nexit 1\n")
	pkg.Attached, _ = listens(t)
	for range 2 {
		pool := NewPool([]Package{pkg}, folders(t))
		described, errs := pool.Describe(t.Context())
		if len(errs) > 0 || len(described) != 1 || described[0].Description.Name != "debugged" {
			t.Fatalf("%+v, %v", described, errs)
		}
		if d := described[0].Digest; d == pkg.Digest || len(d) != 64 {
			t.Errorf("its results count as those of the package: digest %s", d)
		}
		if err := os.WriteFile(pkg.Executable, []byte("#!/bin/sh\n# changed\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Plugin(t.Context(), 1, contract.KindLearner, "l"); err != nil {
			t.Errorf("a second worker: %v", err)
		}
		p, err := pool.process(t.Context(), 0, described[0].Package)
		if err != nil {
			t.Fatal(err)
		}
		pool.Close()
		if p.Alive() {
			t.Error("the connection is held on to")
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(pkg.Executable), "started")); err == nil {
		t.Error("the package was started")
	}
}

// Where an attached plugin ends, the run does: nobody starts another one.
func TestAttachedPluginThatEnds(t *testing.T) {
	at, end := listens(t)
	p, err := Start(t.Context(), Package{Name: "p", Attached: at}, folders(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	end()
	_, described := p.Describe(t.Context())
	_, started := Start(t.Context(), Package{Name: "p", Attached: at}, folders(t))
	for err, want := range map[error]string{described: "has ended; start the plugin with BENCH_DEBUG=1", started: "nothing listens at"} {
		if !fault.OfRun(err) || PluginOf(err) != "p" || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	pkg := Package{Name: "p", Attached: &Attachment{Addr: "/nowhere/plugin.sock", PID: 1, Protocol: 1}}
	_, err := Start(t.Context(), pkg, folders(t))
	if err == nil || !strings.Contains(err.Error(), "nothing listens at /nowhere/plugin.sock; start the plugin with BENCH_DEBUG=1") {
		t.Errorf("%v", err)
	}
}

func TestAttachments(t *testing.T) {
	for text, want := range map[string]string{
		"":            "",
		`{"p":`:       "BENCH_REATTACH is not what a plugin prints",
		`/tmp/x.sock`: "BENCH_REATTACH is not what a plugin prints",
		`{"p":{"addr":"/x","pid":7,"protocol":99}}`: "plugin p speaks version 99",
	} {
		t.Setenv(ReattachVariable, text)
		if _, err := Attachments(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", text, err)
		}
	}
	t.Setenv(ReattachVariable, `{"p":{"addr":"/x","pid":7,"protocol":1}}`)
	if found, err := Attachments(); err != nil || found["p"] != (Attachment{"/x", 7, 1}) {
		t.Errorf("%+v, %v", found, err)
	}
}
