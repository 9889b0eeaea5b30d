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

	"github.com/manyclass/bench/framework/base/processes"
)

// handshakeLimit is how long the first line on stdout may be, in bytes.
const handshakeLimit = 4096

// runner starts one plugin process for go-plugin and sits between its pipes
// and go-plugin's parsers: only the handshake line goes through, everything
// else becomes the process's last words.
type runner struct {
	cmd       *exec.Cmd
	words     *lastWords
	temporary string // folder of the process alone, removed after it

	stdout, stderr *io.PipeReader

	pid     atomic.Int64 // 0 before the start
	killed  atomic.Bool  // by Kill
	exited  chan struct{}
	waitErr error
}

func newRunner(cmd *exec.Cmd) *runner {
	// In a session of its own, which is a group too, so that no child of it can
	// join a group of ours.
	cmd.SysProcAttr = processes.InSession()
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
	keepAwake()
	starters() <- func() { started <- r.fork() }
	err = <-started
	pipes.closeChildEnds()
	if err != nil {
		pipes.closeOurEnds()
		return unstarted(r.cmd.Path, err)
	}
	var readers sync.WaitGroup
	outReader, outWriter := io.Pipe()
	errReader, errWriter := io.Pipe()
	r.stdout, r.stderr = outReader, errReader
	readers.Go(func() { r.relayHandshake(&output{pipe: pipes.ours[1]}, outWriter) })
	readers.Go(func() {
		r.words.readAll(pipes.ours[2])
		errWriter.Close()
	})
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
func (r *runner) relayHandshake(stdout io.Reader, handshake io.WriteCloser) {
	buffered := bufio.NewReaderSize(stdout, handshakeLimit)
	line, err := buffered.ReadSlice('\n')
	switch {
	case err == nil:
		_, _ = handshake.Write(line)
	case errors.Is(err, bufio.ErrBufferFull):
		_, _ = fmt.Fprintf(handshake, "%.60q… is not a handshake\n", line)
	default:
		_, _ = r.words.Write(line)
		handshake.Close()
	}
	_, _ = io.Copy(r.words, buffered)
	handshake.Close()
}

// reap waits for the process, ends what it left behind and takes its last words
// out of the pipes, which a grandchild may still hold.
func (r *runner) reap(pipes *pipeSet, readers *sync.WaitGroup) {
	r.waitErr = r.cmd.Wait()
	_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
	r.ended(r.cmd.Process.Pid)
	killOrphans()
	for _, pipe := range pipes.ours[1:] {
		_ = pipe.SetReadDeadline(time.Now()) // see output
	}
	r.stdout.Close() // there will be no handshake
	readers.Wait()
	r.words.ends(r.cmd.ProcessState.String())
	pipes.closeOurEnds()
	_ = os.RemoveAll(r.temporary) // before anybody takes the process for gone
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
	if r.killed.Load() {
		return errors.New("it was stopped before it started")
	}
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
	plugins.Lock() // a fork is over, or sees that it shall not be
	r.killed.Store(true)
	pid := r.number()
	plugins.Unlock()
	if pid == 0 || r.gone() {
		return nil
	}
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

// killedByOthers reports whether the process, or the program behind an adapter, was ended by
// SIGKILL, and not by us.
func (r *runner) killedByOthers() bool {
	if !r.gone() || r.killed.Load() {
		return false
	}
	status, ok := r.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
