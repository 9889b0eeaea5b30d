package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	handshakeLimit = 4096                   // bytes of the first line on stdout
	drainTime      = 200 * time.Millisecond // what is left in the pipes of a dead process
)

// runner starts one plugin process for go-plugin and stands between its pipes
// and go-plugin's parsers: only the handshake line goes through, everything
// else becomes the process's last words.
type runner struct {
	cmd   *exec.Cmd
	words *lastWords

	stdout, stderr *io.PipeReader
	closeStdout    func() error
	closeStderr    func() error

	pid     atomic.Int64 // 0 before the start
	killed  atomic.Bool  // by Kill
	exited  chan struct{}
	waitErr error
}

func newRunner(executable, dir string) *runner {
	cmd := exec.Command(executable)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return &runner{cmd: cmd, words: &lastWords{}, exited: make(chan struct{})}
}

// starters hands starting of processes to one thread that lives as long as we
// do: the kernel ties the parent-death signal to the thread that forked.
var starters = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

// Start launches the process.
func (r *runner) Start(context.Context) error {
	pipes, err := r.attachPipes()
	if err != nil {
		return err
	}
	started := make(chan error, 1)
	becomeReaper()
	startGuard()
	starters() <- func() { started <- r.fork() }
	err = <-started
	pipes.closeChildEnds()
	if err != nil {
		pipes.closeOurEnds()
		return fmt.Errorf("starting %s: %w", r.cmd.Path, err)
	}
	var readers sync.WaitGroup
	outReader, outWriter := io.Pipe()
	errReader, errWriter := io.Pipe()
	r.stdout, r.closeStdout = outReader, outWriter.Close
	r.stderr, r.closeStderr = errReader, errWriter.Close
	readers.Go(func() { r.relayHandshake(pipes.ours[1], outWriter) })
	readers.Go(func() { _, _ = io.Copy(r.words, pipes.ours[2]) })
	go r.reap(pipes, &readers)
	return nil
}

// pipeSet holds stdin, stdout and stderr, the child's ends and ours. Our end of
// stdin is the lifeline: it closes when we die, and a plugin ends with it.
type pipeSet struct{ child, ours [3]*os.File }

func (p *pipeSet) closeChildEnds() { closeFiles(p.child[:]) }
func (p *pipeSet) closeOurEnds()   { closeFiles(p.ours[:]) }

func closeFiles(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

func (r *runner) attachPipes() (*pipeSet, error) {
	p := &pipeSet{}
	for i := range p.child {
		read, write, err := os.Pipe()
		if err != nil {
			p.closeChildEnds()
			p.closeOurEnds()
			return nil, err
		}
		if i == 0 {
			p.child[i], p.ours[i] = read, write
		} else {
			p.child[i], p.ours[i] = write, read
		}
	}
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = p.child[0], p.child[1], p.child[2]
	return p, nil
}

// relayHandshake passes the first line on, or what shows that it is too long for
// one, and keeps reading so that the plugin never blocks on a full pipe.
func (r *runner) relayHandshake(stdout io.Reader, handshake io.Writer) {
	buffered := bufio.NewReaderSize(stdout, handshakeLimit)
	line, err := buffered.ReadSlice('\n')
	switch {
	case err == nil:
		_, _ = handshake.Write(line)
	case errors.Is(err, bufio.ErrBufferFull):
		_, _ = fmt.Fprintf(handshake, "%.60q… is no handshake\n", line)
	default:
		_, _ = r.words.Write(line)
		_ = r.closeStdout()
	}
	_, _ = io.Copy(r.words, buffered)
}

// reap waits for the process, kills what it left in its group, and closes the
// pipes after a moment even if a grandchild still holds them.
func (r *runner) reap(pipes *pipeSet, readers *sync.WaitGroup) {
	r.waitErr = r.cmd.Wait()
	_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
	r.ended(r.cmd.Process.Pid)
	killOrphans()
	drained := make(chan struct{})
	go func() { readers.Wait(); close(drained) }()
	select {
	case <-drained:
	case <-time.After(drainTime):
	}
	pipes.closeOurEnds()
	_ = r.closeStdout()
	_ = r.closeStderr()
	close(r.exited)
}

// Wait blocks until the process is gone.
func (r *runner) Wait(ctx context.Context) error {
	select {
	case <-r.exited:
		return r.waitErr
	case <-ctx.Done():
		return ctx.Err()
	}
}

// fork starts the process and makes it known before anybody can take it for an
// orphan.
func (r *runner) fork() error {
	plugins.Lock()
	defer plugins.Unlock()
	if err := r.cmd.Start(); err != nil {
		return err
	}
	plugins.running[r.cmd.Process.Pid] = true
	r.pid.Store(int64(r.cmd.Process.Pid))
	return nil
}

// ended forgets the process: what is left of it are orphans.
func (*runner) ended(pid int) {
	plugins.Lock()
	defer plugins.Unlock()
	delete(plugins.running, pid)
}

// number is the process's, 0 before the start.
func (r *runner) number() int { return int(r.pid.Load()) }

// Kill ends the process with all its descendants at once.
func (r *runner) Kill(context.Context) error {
	pid := r.number()
	if pid == 0 || r.gone() {
		return nil
	}
	r.killed.Store(true)
	err := killTree(pid)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// gone reports whether the process has ended and was reaped.
func (r *runner) gone() bool {
	select {
	case <-r.exited:
		return true
	default:
		return false
	}
}

// exitText says how the process ended, or "" while it runs or if Kill ended it.
func (r *runner) exitText() string {
	if !r.gone() || r.wasKilled() {
		return ""
	}
	return r.cmd.ProcessState.String()
}

// wasKilled reports whether the process, which must be gone, was ended by Kill
// and had not ended on its own before.
func (r *runner) wasKilled() bool {
	status, ok := r.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return r.killed.Load() && ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

func (r *runner) Stdout() io.ReadCloser { return r.stdout }
func (r *runner) Stderr() io.ReadCloser { return r.stderr }
func (r *runner) Name() string          { return r.cmd.Path }

// ID is the process number, or "" before the start.
func (r *runner) ID() string {
	if pid := r.pid.Load(); pid != 0 {
		return strconv.FormatInt(pid, 10)
	}
	return ""
}

// Diagnose adds nothing: the caller reports the last words itself.
func (r *runner) Diagnose(context.Context) string { return "" }

// PluginToHost leaves addresses as they are.
func (r *runner) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

// HostToPlugin leaves addresses as they are.
func (r *runner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
