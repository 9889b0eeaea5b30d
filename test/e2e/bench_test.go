package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// limit is what a run of bench, or anything a test waits for, may take before
// the test fails. It only ends what hangs: the machine may be much slower than
// the one at hand, so no test judges by a time.
const limit = 10 * time.Minute

// dir is the working directory of one test: a private place for experiment
// files and results, with plugins/ (extra plugins), data/ (shipped data) and a
// temporary folder tmp/ of its own, by which the processes of its runs are known.
type dir struct {
	t     *testing.T
	path  string
	bench string   // the executable
	env   []string // added to the environment of every run
	pids  []int    // of the runs of bench
}

// outcome is what a run of bench left.
type outcome struct {
	stdout, stderr string
	status         int
}

// newDir makes a working directory. When the test ends it checks that the runs
// left no plugin process and no scratch folder.
func newDir(t *testing.T) *dir {
	t.Helper()
	path, err := os.MkdirTemp(built, "t")
	if err != nil {
		t.Fatal(err)
	}
	d := &dir{t: t, path: path, bench: benchAt}
	for name, target := range map[string]string{"plugins": built + "/extra", "data": repository + "/experiments/data"} {
		target, err := filepath.Abs(target)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, d.file(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(d.file("tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.checkNothingLeft()
		_ = os.RemoveAll(path)
	})
	return d
}

func (d *dir) file(name string) string { return filepath.Join(d.path, name) }

// write puts a file into the directory.
func (d *dir) write(name, content string) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.file(name)), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(d.file(name), []byte(content), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// read returns a file of the directory.
func (d *dir) read(name string) string {
	d.t.Helper()
	content, err := os.ReadFile(d.file(name))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(content)
}

// run runs bench to its end.
func (d *dir) run(args ...string) outcome {
	d.t.Helper()
	return d.start(args...).wait()
}

// must runs bench and fails the test unless it ends with a status.
func (d *dir) must(status int, args ...string) outcome {
	d.t.Helper()
	o := d.run(args...)
	if o.status != status {
		d.t.Fatalf("bench %s: exit status %d, want %d\nstdout:\n%s\nstderr:\n%s", strings.Join(args, " "), o.status, status,
			o.stdout, o.stderr)
	}
	return o
}

// running is a bench that may not have ended yet.
type running struct {
	d              *dir
	cmd            *exec.Cmd
	cancel         context.CancelFunc
	stdout, stderr output
	started        time.Time
}

// output collects what bench writes; it can be read while bench runs.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// start starts bench in the directory.
func (d *dir) start(args ...string) *running {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	r := &running{d: d, cmd: exec.CommandContext(ctx, d.bench, args...), cancel: cancel, started: time.Now()}
	r.cmd.Dir = d.path
	r.cmd.Env = append(append(os.Environ(), "TMPDIR="+d.file("tmp"), "NO_COLOR="), d.env...)
	r.cmd.Stdout, r.cmd.Stderr = &r.stdout, &r.stderr
	r.cmd.WaitDelay = time.Second
	if err := r.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.pids = append(d.pids, r.cmd.Process.Pid)
	d.t.Cleanup(func() { _ = r.cmd.Process.Kill() }) // if the test fails before it ends
	return r
}

func (r *running) wait() outcome {
	r.d.t.Helper()
	err := r.cmd.Wait()
	timedOut := time.Since(r.started) >= limit
	r.cancel()
	var exit *exec.ExitError
	switch {
	case timedOut:
		r.d.t.Fatalf("bench was still running after %v\nstderr:\n%s", limit, r.stderr.String())
	case err != nil && !errors.As(err, &exit):
		r.d.t.Fatal(err)
	}
	return outcome{r.stdout.String(), r.stderr.String(), r.cmd.ProcessState.ExitCode()}
}

func (r *running) signal(s syscall.Signal) {
	r.d.t.Helper()
	if err := r.cmd.Process.Signal(s); err != nil {
		r.d.t.Fatal(err)
	}
}

// checkNothingLeft fails the test if a process or a folder of its runs is left.
func (d *dir) checkNothingLeft() {
	if left := d.processes(); len(left) > 0 {
		d.t.Errorf("processes are left: %v", left)
	}
	if left := d.scratch(); len(left) > 0 {
		d.t.Errorf("scratch folders are left: %v", left)
	}
}

// processes lists what still runs with the directory's temporary folder in its
// environment, giving what was just killed a while to be gone.
func (d *dir) processes() []string {
	var left []string
	eventually(time.Minute, func() bool {
		left = d.processesNow()
		return len(left) == 0
	})
	return left
}

// eventually waits until a condition holds and reports whether it does.
func eventually(patience time.Duration, holds func() bool) bool {
	for deadline := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

func (d *dir) processesNow() []string {
	var found []string
	mark := []byte("\x00TMPDIR=" + d.file("tmp"))
	all, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		d.t.Fatal(err)
	}
	for _, environ := range all {
		content, err := os.ReadFile(environ)
		if err != nil || !bytes.Contains(append([]byte{0}, content...), mark) {
			continue
		}
		exe, err := os.Readlink(filepath.Join(filepath.Dir(environ), "exe"))
		if err == nil {
			found = append(found, filepath.Base(filepath.Dir(environ))+" "+exe)
		}
	}
	return found
}

// scratch lists the scratch folders of the directory's runs.
func (d *dir) scratch() []string {
	left, err := filepath.Glob(d.file("tmp/*"))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, pid := range d.pids {
		for _, base := range []string{"/dev/shm", "/tmp"} {
			found, err := filepath.Glob(filepath.Join(base, "bench-scratch-"+strconv.Itoa(pid)+"-*"))
			if err != nil {
				d.t.Fatal(err)
			}
			left = append(left, found...)
		}
	}
	return left
}

// contains fails the test for each fragment that a text lacks.
func contains(t *testing.T, what, text string, fragments ...string) {
	t.Helper()
	for _, f := range fragments {
		if !strings.Contains(text, f) {
			t.Errorf("%s lacks %q:\n%s", what, f, text)
		}
	}
}
