package script

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/base/processes"
)

const (
	longestLine = 64 << 20 // bytes of an answer
	shownLine   = 200      // bytes of a line that is not an answer
	grace       = 500 * time.Millisecond
)

// process is the program behind its pipes. Its stderr is ours. It answers on stdout, or,
// if what it runs prints there, on file descriptor 3.
type process struct {
	folder  string // for its files and ours, removed in the end
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	answers chan []byte
	ended   chan struct{}
	readers sync.WaitGroup
	closing atomic.Bool
	aside   atomic.Bool // there was a line on file descriptor 3
}

// start starts the program in a group of its own. On Linux it dies with the thread that
// calls start; elsewhere it sees that its stdin ends.
func start(command []string, folder string) (*process, error) {
	if len(command) == 0 {
		return nil, errors.New("there is no command; write bench plugin adapter COMMAND ARGUMENT…")
	}
	p := &process{cmd: exec.Command(command[0], command[1:]...), folder: folder, answers: make(chan []byte),
		ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "TMPDIR="+folder)
	var written [2]*os.File // stdout and aside
	for i := range written {
		read, write, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		defer write.Close() // ours: the program has its own
		written[i] = write
		p.readers.Go(func() { p.lines(bufio.NewReader(read), i == 1) })
	}
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.ExtraFiles = written[0], os.Stderr, written[1:]
	p.cmd.SysProcAttr = processes.InGroup()
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", command[0], err)
	}
	go p.reap()
	return p, nil
}

// reap waits for the program, ends what it leaves behind, and ends us: its models are
// gone.
func (p *process) reap() {
	_ = p.cmd.Wait()
	p.kill()
	read := make(chan struct{})
	go func() { p.readers.Wait(); close(read) }()
	select {
	case <-read: // what it said last is worth more than that it ended
	case <-time.After(grace):
	}
	if p.closing.Load() {
		close(p.ended)
		return
	}
	p.closing.Store(true)
	p.complain("ended (%s)", p.cmd.ProcessState)
	_ = os.RemoveAll(p.folder)
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL) // the host sees what befell the program
	}
	os.Exit(1)
}

// lines hands over the lines of one of the two. Once there are some aside, stdout is
// free: what is printed there goes to stderr.
func (p *process) lines(from *bufio.Reader, aside bool) {
	for {
		line, err := readLine(from)
		if errors.Is(err, errLong) {
			p.die("wrote a line of more than %d MiB to stdout, which begins %s", longestLine>>20, shown(line))
		}
		if err != nil {
			return
		}
		if aside {
			p.aside.Store(true)
		} else if p.aside.Load() {
			fmt.Fprintf(os.Stderr, "%s\n", line)
			continue
		}
		p.answers <- line
	}
}

var errLong = errors.New("a line is too long")

// readLine reads up to a newline, which it drops. Text without one at the end of the
// stream is a line too.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > longestLine:
			return line, errLong
		case err == nil:
			return line[:len(line)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case len(line) > 0 && errors.Is(err, io.EOF):
			return line, nil
		}
		return nil, err
	}
}

// say sends a line, and answer waits for one.
func (p *process) say(line []byte) {
	select {
	case stray := <-p.answers:
		p.die("wrote %s to stdout without being asked: stdout is for answers, print to stderr", shown(stray))
	default:
	}
	// A program that does not read has ended, or is about to be ended by the host.
	_, _ = p.stdin.Write(append(line, '\n'))
}

func (p *process) answer() []byte {
	line := <-p.answers
	if trimmed := bytes.TrimSpace(line); len(trimmed) == 0 || trimmed[0] != '{' {
		p.die("wrote %s to stdout, which is not a JSON object: stdout is for answers, print to stderr", shown(line))
	}
	return line
}

// die ends the program and us. The host then starts both again, and finds out which
// problem it was.
func (p *process) die(format string, args ...any) {
	p.closing.Store(true)
	p.complain(format, args...)
	p.kill()
	_ = os.RemoveAll(p.folder)
	os.Exit(1)
}

// complain says on stderr what is wrong with the program.
func (p *process) complain(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "bench-adapter: %s "+format+"\n", append([]any{strings.Join(p.cmd.Args, " ")}, args...)...)
}

// kill ends the program with its children.
func (p *process) kill() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) }

// close asks the program to end by closing its stdin, and ends it if it does not.
func (p *process) close() {
	p.closing.Store(true)
	_ = p.stdin.Close()
	select {
	case <-p.ended:
	case <-time.After(grace):
	}
	p.kill()
	_ = os.RemoveAll(p.folder)
}

// shown is a line in quotes, cut if it is long.
func shown(line []byte) string {
	if len(line) > shownLine {
		return fmt.Sprintf("%q…", line[:shownLine])
	}
	return fmt.Sprintf("%q", line)
}
