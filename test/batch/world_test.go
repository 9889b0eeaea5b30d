// Package batch tests executors for batch systems from end to end: a real Grid Engine, and the
// stand-ins for others.
package batch

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/manyclass/bench/test/batch/standin"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/programs"
)

// The program of the test is also every command of the stand-ins.
func TestMain(m *testing.M) {
	if status, mine := standin.Main(filepath.Base(os.Args[0]), os.Args[1:]); mine {
		os.Exit(status)
	}
	code := m.Run()
	if builtAt != "" {
		_ = os.RemoveAll(builtAt)
	}
	os.Exit(code)
}

// experimentText is an experiment whose bytes must not depend on where it is run: 120 cells, of
// which those of one learner take time and hardly a processor.
const experimentText = `
bench {
  required_plugins { faulty = { source = "plugins/faulty" } }
}
experiment "cells" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 200
  seed     = 1
}
variable "seconds" { default = SECONDS }
learner "slow" "slow" { seconds = var.seconds }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation {
  folds   = 5
  repeats = 6
}
metric "accuracy" {}
executor "TYPE" {
  shared_dir = "shared"
  local_dir  = "LOCAL"
  latency    = 2
  slots      = 3
  REST
}
`

// builtAt is the folder of what built has built, "" before.
var builtAt string

// built is the folder of bench and its plugins.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("/tmp", "bench-built-")
	if err != nil {
		return "", err
	}
	builtAt = dir
	if err := programs.Into(dir, "../..", "bench", "plugins", "extra/faulty"); err != nil {
		return dir, err
	}
	return dir, os.Rename(dir+"/extra/faulty", dir+"/plugins/faulty")
})

// site is a folder with an experiment, and the environment of a batch system.
type site struct {
	dir, bench string
	env        []string
	standin    string // folder of the stand-in, "" of a real system
}

// newSite makes a folder with the experiment cells.hcl. Its path has no white space.
func newSite(t *testing.T, kind, rest string) *site {
	t.Helper()
	from, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("/tmp", "bench-batch-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s := &site{dir: dir, bench: filepath.Join(from, "bench"), env: os.Environ()}
	if err := os.Symlink(filepath.Join(from, "plugins"), filepath.Join(dir, "plugins")); err != nil {
		t.Fatal(err)
	}
	s.write(t, kind, rest, "0.001")
	return s
}

// write writes the experiment; the slow learner takes so many seconds for each problem.
func (s *site) write(t *testing.T, kind, rest, seconds string) {
	t.Helper()
	text := experimentText
	for _, pair := range [][2]string{{"TYPE", kind}, {"REST", rest}, {"LOCAL", filepath.Join(s.dir, "local")},
		{"SECONDS", seconds}} {
		text = must.Replace(text, pair[0], pair[1])
	}
	if err := os.WriteFile(filepath.Join(s.dir, "cells.hcl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// standIn lets the commands of a system be those of its stand-in.
func (s *site) standIn(t *testing.T, system string) {
	t.Helper()
	s.standin = filepath.Join(s.dir, "standin")
	bin := filepath.Join(s.standin, "bin")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range standin.Commands[system] {
		if err := os.Symlink(self, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	s.env = append(s.env, standin.System+"="+system, standin.Folder+"="+s.standin, "PATH="+bin+":"+os.Getenv("PATH"))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { standin.Serve(s.standin, s.env, stop); close(stopped) }()
	t.Cleanup(func() { close(stop); <-stopped })
}

// fails lets a command of the stand-in end with a status and words; "" mends it.
func (s *site) fails(t *testing.T, name, words string) {
	t.Helper()
	path := filepath.Join(s.standin, name+".fails")
	err := os.WriteFile(path+".new", []byte(words), 0o644)
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if words == "" {
		err = os.Remove(path)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// calls counts the calls of a command of the stand-in.
func (s *site) calls(name string) int {
	text, _ := os.ReadFile(filepath.Join(s.standin, "calls"))
	n := 0
	for line := range strings.Lines(string(text)) {
		if line == name+"\n" {
			n++
		}
	}
	return n
}

// said is what a program prints, while it runs.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// driver is a bench that runs.
type driver struct {
	*exec.Cmd
	said
}

func (s *site) start(t *testing.T, args ...string) *driver {
	t.Helper()
	d := &driver{Cmd: exec.Command(s.bench, args...)}
	d.Dir, d.Env, d.Stdout, d.Stderr = s.dir, s.env, &d.said, &d.said
	d.WaitDelay = time.Second
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Process.Kill() })
	return d
}

// ends waits for the end of a driver, which must have a status.
func (d *driver) ends(t *testing.T, status int) string {
	t.Helper()
	ended := make(chan struct{})
	go func() { _ = d.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(3 * time.Minute):
		_ = d.Process.Signal(syscall.SIGKILL)
		t.Fatalf("%s still runs; it said\n%s", d.Cmd, d.said.String())
	}
	if got := d.ProcessState.ExitCode(); got != status {
		t.Fatalf("%s ends with status %d, not %d\n%s", d.Cmd, got, status, d.said.String())
	}
	return d.said.String()
}

func (s *site) run(t *testing.T, status int, args ...string) string {
	t.Helper()
	return s.start(t, args...).ends(t, status)
}

// within waits for something.
func within(t *testing.T, what string, there func() bool) {
	t.Helper()
	for limit := time.Now().Add(2 * time.Minute); !there(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("%s: not within two minutes", what)
		}
	}
}

// files are the texts of the files of the job that a pattern names.
func (s *site) files(pattern string) []string {
	names, _ := filepath.Glob(filepath.Join(s.dir, "shared/jobs/*", pattern))
	var all []string
	for _, name := range names {
		text, _ := os.ReadFile(name)
		all = append(all, string(text))
	}
	return all
}

// results counts the results in the journals of the job.
func (s *site) results() int {
	return strings.Count(strings.Join(s.files("journal/*.jsonl"), ""), `{"kind":"result"`)
}

// localBytes are the promised bytes of a run on this machine. They depend neither on the executor
// nor on how long the slow learner sleeps.
var localBytes struct {
	sync.Mutex
	files map[string]string
}

// same compares the bytes of results with those of a run on this machine.
func (s *site) same(t *testing.T) {
	t.Helper()
	localBytes.Lock()
	defer localBytes.Unlock()
	if localBytes.files == nil {
		s.run(t, 0, "run", "cells.hcl", "-executor", "local", "-workers", "8", "-out", "results/local", "-var", "seconds=0")
		localBytes.files = s.promised(t, "local")
	}
	got := s.promised(t, "cells")
	for name, want := range localBytes.files {
		if got[name] != want {
			t.Errorf("%s differs from the local run", name)
		}
	}
}

// promised reads the files of a results folder whose bytes are promised.
func (s *site) promised(t *testing.T, out string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(s.dir, "results", out, "tables", "*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s holds %d tables, %v", out, len(names), err)
	}
	files := map[string]string{}
	for _, path := range append(names, filepath.Join(s.dir, "results", out, "scores.csv")) {
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = string(text)
	}
	if !slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(name, ".csv") }) {
		t.Fatalf("%s has no table as CSV", out)
	}
	return files
}

// names are those of the files of the job that a pattern names.
func (s *site) names(pattern string) []string {
	names, _ := filepath.Glob(filepath.Join(s.dir, "shared/jobs/*", pattern))
	return names
}

// keyed finds the key of a result in a journal.
var keyed = regexp.MustCompile(`\{"kind":"result".*?"key":"([^"]+)"`)

// distinct counts the cells that have a result in the journals of the job.
func (s *site) distinct() int {
	keys := map[string]bool{}
	for _, m := range keyed.FindAllStringSubmatch(strings.Join(s.files("journal/*.jsonl"), ""), -1) {
		keys[m[1]] = true
	}
	return len(keys)
}

// tasksAlive are the tasks of which processes run.
func tasksAlive(s *site) (alive []int) {
	for _, pid := range tasks(s) {
		if syscall.Kill(-pid, 0) == nil {
			alive = append(alive, pid)
		}
	}
	return alive
}
