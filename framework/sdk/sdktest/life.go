package sdktest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
)

const (
	startLimit = time.Minute      // to the handshake, as docs/protocol.md says
	endLimit   = 10 * time.Second // to the end of a process that should end
	lineLimit  = 4096             // bytes of the handshake line
)

// plugin returns the process that the trial is about: the one that runs, or a new
// one if it was lost.
func (t *trial) plugin() *host.Process {
	if t.process == nil && t.running != nil && t.running.Alive() {
		t.process = t.running
	}
	if t.process == nil {
		return t.fresh()
	}
	return t.process
}

// fresh ends the process and starts another.
func (t *trial) fresh() *host.Process {
	t.end()
	p, err := host.Start(t.ctx, t.pkg, t.folders)
	t.must(err)
	t.running, t.process = p, p
	return p
}

func (s *suite) end() {
	if s.running != nil {
		s.running.Stop(endLimit)
		s.running = nil
	}
}

// survives checks that a process which was given something bad still answers.
func (t *trial) survives(given string, err error) {
	if errors.Is(err, service.ErrLost) {
		t.fail("%s costs the process: %w", given, err)
	}
	if _, lost := t.plugin().Describe(t.ctx); lost != nil {
		t.fail("after %s the process does not answer: %w", given, lost)
	}
}

// refuses checks that the answer to something bad was an error, and that the
// process still answers.
func (t *trial) refuses(given string, err error) {
	t.survives(given, err)
	if err == nil {
		t.fail("%s: no error", given)
	}
}

// stops asks the process to end.
func stops(t *trial) {
	p := t.plugin()
	start := time.Now()
	t.end()
	if p.Exit() == "" {
		t.fail("it had to be killed: it does not serve plugin.GRPCController/Shutdown, or did not "+
			"end within %v of it", endLimit)
	}
	if took := time.Since(start); took > endLimit {
		t.fail("it took %v", took.Round(10*time.Millisecond))
	}
	if left := processesOf(t.folders.Sockets); len(left) > 0 {
		t.fail("it leaves %d processes behind", len(left))
	}
}

// lifeline starts the plugin without the host, which would clean up after it,
// and closes its stdin as the death of a host does.
func lifeline(t *trial) {
	sockets, err := os.MkdirTemp(t.folders.Sockets, "alone-")
	t.must(err)
	defer func() {
		for _, pid := range processesOf(sockets) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}()
	alone, err := startAlone(t.pkg, sockets)
	t.must(err)
	defer alone.kill()
	t.must(alone.awaitHandshake(t.ctx))
	alone.stdin.Close()
	select {
	case <-alone.ended:
	case <-time.After(endLimit):
		t.fail("its stdin was closed, as when the host dies, and %v later it still runs", endLimit)
	}
	for deadline := time.Now().Add(endLimit); len(processesOf(sockets)) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.fail("it ended, but left child processes behind")
		}
	}
}

// process is a plugin that was started without the host.
type process struct {
	started *os.Process
	stdin   io.Closer
	line    chan string   // the first on stdout
	ended   chan struct{} // is closed
}

// kill ends the process, if it has not ended, and waits for it.
func (p *process) kill() {
	_ = p.started.Kill()
	<-p.ended
}

func startAlone(pkg host.Package, sockets string) (*process, error) {
	cmd, err := pkg.Command()
	if err != nil {
		return nil, err
	}
	cmd.Env = append(os.Environ(), "BENCH_PLUGIN=bench.plugin.v1", "PLUGIN_PROTOCOL_VERSIONS=1", socketVariable+sockets)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{started: cmd.Process, stdin: stdin, line: make(chan string, 1), ended: make(chan struct{})}
	go func() {
		first, _ := bufio.NewReaderSize(stdout, lineLimit).ReadSlice('\n')
		p.line <- string(first)
		_, _ = io.Copy(io.Discard, stdout)
	}()
	go func() {
		_, _ = cmd.Process.Wait()
		close(p.ended)
	}()
	return p, nil
}

// awaitHandshake reads the handshake and checks its form.
func (p *process) awaitHandshake(ctx context.Context) error {
	select {
	case line := <-p.line:
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "|")
		if len(parts) < 5 || parts[0] != "1" || parts[1] != "1" || parts[2] != "unix" || parts[4] != "grpc" ||
			!strings.HasSuffix(line, "\n") {
			return fmt.Errorf("its first line on stdout should read 1|1|unix|PATH|grpc|, not %.80q", line)
		}
		return nil
	case <-time.After(startLimit):
		return fmt.Errorf("no handshake within %v", startLimit)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// socketVariable names the folder of a plugin's sockets in its environment, and
// so marks the plugin and its children.
const socketVariable = "PLUGIN_UNIX_SOCKET_DIR="

// processesOf lists the processes whose sockets belong below a folder.
func processesOf(sockets string) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var found []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		environ, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if err == nil && bytes.Contains(environ, []byte("\x00"+socketVariable+sockets)) {
			found = append(found, pid)
		}
	}
	return found
}
