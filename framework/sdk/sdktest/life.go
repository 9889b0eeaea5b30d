package sdktest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/service"
)

const (
	startLimit = 20 * time.Second // to the handshake
	endLimit   = 10 * time.Second // to the end of a process that should end
	lineLimit  = 4096             // bytes of the handshake line
)

// plugin returns the process, or a new one if it was lost.
func (s *suite) plugin(ctx context.Context) (*host.Process, error) {
	if s.process != nil && s.process.Alive() {
		return s.process, nil
	}
	return s.fresh(ctx)
}

// fresh ends the process and starts another.
func (s *suite) fresh(ctx context.Context) (*host.Process, error) {
	s.end()
	p, err := host.Start(ctx, s.pkg, s.folders)
	if err != nil {
		return nil, err
	}
	s.process = p
	return p, nil
}

func (s *suite) end() {
	if s.process != nil {
		s.process.Stop(endLimit)
		s.process = nil
	}
}

func (s *suite) starts(ctx context.Context) (string, error) {
	_, err := s.fresh(ctx)
	return "", err
}

// survives checks that a process which was given something bad still answers.
func survives(ctx context.Context, p *host.Process, given string, err error) error {
	if errors.Is(err, service.ErrLost) {
		return fmt.Errorf("%s costs the process: %w", given, err)
	}
	if _, lost := p.Describe(ctx); lost != nil {
		return fmt.Errorf("after %s the process does not answer: %w", given, lost)
	}
	return nil
}

// refuses checks that the answer to something bad was an error, and that the
// process still answers.
func refuses(ctx context.Context, p *host.Process, given string, err error) error {
	if lost := survives(ctx, p, given, err); lost != nil {
		return lost
	}
	if err == nil {
		return fmt.Errorf("%s: no error", given)
	}
	return nil
}

// stops asks the process to end.
func (s *suite) stops(ctx context.Context) (string, error) {
	p, err := s.plugin(ctx)
	if err != nil {
		return "", err
	}
	start := time.Now()
	p.Stop(endLimit)
	s.process = nil
	if p.Exit() == "" {
		return "", fmt.Errorf("it had to be killed: it does not serve plugin.GRPCController/Shutdown, or did not "+
			"end within %v of it", endLimit)
	}
	if took := time.Since(start); took > endLimit {
		return "", fmt.Errorf("it took %v", took.Round(10*time.Millisecond))
	}
	if left := processesOf(s.folders.Sockets); len(left) > 0 {
		return "", fmt.Errorf("it leaves %d processes behind", len(left))
	}
	return "", nil
}

// lifeline starts the plugin without the host, which would clean up after it,
// and closes its stdin as the death of a host does.
func (s *suite) lifeline(ctx context.Context) (string, error) {
	sockets, err := os.MkdirTemp(s.folders.Sockets, "alone-")
	if err != nil {
		return "", err
	}
	defer func() {
		for _, pid := range processesOf(sockets) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}()
	alone, err := startAlone(s.pkg, sockets)
	if err != nil {
		return "", err
	}
	defer alone.kill()
	if err := alone.awaitHandshake(ctx); err != nil {
		return "", err
	}
	alone.stdin.Close()
	select {
	case <-alone.ended:
	case <-time.After(endLimit):
		return "", fmt.Errorf("its stdin was closed, as when the host dies, and %v later it still runs", endLimit)
	}
	for deadline := time.Now().Add(endLimit); len(processesOf(sockets)) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			return "", errors.New("it ended, but left child processes behind")
		}
	}
	return "", nil
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
	cmd := exec.Command(pkg.Executable)
	cmd.Dir = filepath.Dir(pkg.Executable)
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
