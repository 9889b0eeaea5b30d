package slurm

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/programs"
)

// lines is what a program has printed, which may go on.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// world is a cluster with a bench that runs experiments on it.
type world struct {
	*Cluster
	bench string                       // the program
	dir   string                       // with plugins, data and experiment files
	whole map[string]map[string]string // of local runs, by what they are of
}

// experimentText is an experiment whose bytes must not depend on where it is run: 240 cells
// that take some 40 seconds, in which hardly a processor is used. HOLE stands for another
// learner.
const experimentText = `
bench {
  required_plugins { faulty = { source = "plugins/faulty" } }
}
experiment "NAME" {
  seed  = 5
  title = "One title for all, since the tables have it"
}
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "penguins" {
  file    = "data/penguins.csv"
  target  = "species"
  missing = ["NA"]
}
learner "slow" "slow" { seconds = 0.03 }
learner "lda" "lda" {}
HOLE
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "dense" { code = "dense_random" }
validation {
  folds   = 5
  repeats = REPEATS
}
metric "accuracy" {}
executor "slurm" {
  shared_dir = "SHARED"
  local_dir  = "LOCAL"
  slots      = 6
  sbatch     = [SBATCH]
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
	if err := os.Rename(dir+"/extra/faulty", dir+"/plugins/faulty"); err != nil {
		return dir, err
	}
	return dir, nil
})

// newWorld makes a new cluster, and a folder to run bench in.
func newWorld(t *testing.T, o Options) *world {
	t.Helper()
	c := Start(t, o)
	w := &world{Cluster: c, dir: filepath.Join(filepath.Dir(c.dir), "work"), whole: map[string]map[string]string{}}
	from, err := built()
	if err != nil {
		t.Fatal(err)
	}
	w.bench = filepath.Join(from, "bench")
	data, err := filepath.Abs("../../experiments/data")
	if err := errors.Join(err, os.Mkdir(w.dir, 0o755), os.Symlink(data, filepath.Join(w.dir, "data")),
		os.Symlink(filepath.Join(from, "plugins"), filepath.Join(w.dir, "plugins"))); err != nil {
		t.Fatal(err)
	}
	return w
}

// write writes an experiment; it is called NAME in its text, and the pairs say what else
// stands for what.
func (w *world) write(t *testing.T, name string, pairs ...string) {
	t.Helper()
	marks := map[string]string{"NAME": name, "SHARED": filepath.Join(w.Shared, "bench"), "HOLE": "", "SBATCH": "",
		"LOCAL": filepath.Join(filepath.Dir(w.dir), "local"), "REPEATS": "4"}
	for i := 0; i < len(pairs); i += 2 {
		marks[pairs[i]] = pairs[i+1]
	}
	text := experimentText
	for _, mark := range slices.Sorted(maps.Keys(marks)) {
		text = must.Replace(text, mark, marks[mark])
	}
	if err := os.WriteFile(filepath.Join(w.dir, name+".hcl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// driver is a bench that may not have ended yet.
type driver struct {
	*exec.Cmd
	said lines
}

// start starts bench on this machine.
func (w *world) start(t *testing.T, args ...string) *driver { return w.with(t, w.Command, args...) }

// with starts bench by a command such as Inside.
func (w *world) with(t *testing.T, command func(string, ...string) *exec.Cmd, args ...string) *driver {
	t.Helper()
	d := &driver{Cmd: command(w.bench, args...)}
	d.Dir, d.Stdout, d.Stderr = w.dir, &d.said, &d.said
	d.WaitDelay = time.Second
	if err := d.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Process.Kill() })
	return d
}

// status waits for the end of a driver.
func (d *driver) status(t *testing.T) int {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- d.Wait() }()
	select {
	case err := <-ended:
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return d.ProcessState.ExitCode()
	case <-time.After(6 * time.Minute):
		_ = d.Process.Kill()
		t.Fatalf("%s still runs; it said\n%s", d, d.said.String())
		return 0
	}
}

// local runs an experiment on this machine alone and returns its promised bytes. Experiments that differ
// in their names alone are run once.
func (w *world) local(t *testing.T, name string, want int) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, name+".hcl"))
	if err != nil {
		t.Fatal(err)
	}
	key, _, _ := strings.Cut(must.Replace(string(text), `"`+name+`"`, ""), "executor")
	if w.whole[key] == nil {
		w.whole[key] = w.alone(t, name, want)
	}
	return w.whole[key]
}

func (w *world) alone(t *testing.T, name string, want int) map[string]string {
	t.Helper()
	d := w.start(t, "run", name+".hcl", "-executor", "local", "-workers", "8", "-out", name+"-local")
	if got := d.status(t); got != want {
		t.Fatalf("the local run ends with status %d, not %d\n%s", got, want, d.said.String())
	}
	return w.promised(t, name+"-local")
}

// promised reads the files of a results folder whose bytes are promised.
func (w *world) promised(t *testing.T, out string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(w.dir, out, "tables", "*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s holds %d tables, %v", out, len(names), err)
	}
	files := map[string]string{}
	names = append(names, filepath.Join(w.dir, out, "scores.csv"), filepath.Join(w.dir, out, "summary.csv"))
	for _, path := range names {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = string(text)
	}
	return files
}

// same ends a test with the driver: it must end with a status, and with the bytes of the local run.
func (w *world) same(t *testing.T, d *driver, status int, name string) {
	t.Helper()
	if got := d.status(t); got != status {
		t.Fatalf("%s ends with status %d, not %d\n%s", d, got, status, d.said.String())
	}
	t.Logf("%s\n%d results in the journals", d.said.String(), w.results(name))
	w.compare(t, name, name, status)
}

// compare compares the bytes of a results folder with those of the local run.
func (w *world) compare(t *testing.T, out, name string, status int) {
	t.Helper()
	want, got := w.local(t, name, status), w.promised(t, out)
	for _, file := range slices.Sorted(maps.Keys(want)) {
		if got[file] != want[file] {
			t.Errorf("%s differs from the local run", file)
		}
	}
}

// results counts the results in the journals of all jobs of an experiment.
func (w *world) results(name string) int { return strings.Count(w.journals(name), `{"kind":"result"`) }

// journals is the text of all journals of the jobs of an experiment.
func (w *world) journals(name string) string {
	files, _ := filepath.Glob(filepath.Join(w.Shared, "*", "jobs", name+"-*", "journal", "*.jsonl"))
	var all strings.Builder
	for _, f := range files {
		text, _ := os.ReadFile(f)
		all.Write(text)
	}
	return all.String()
}

// until waits for a number of results.
func (w *world) until(t *testing.T, d *driver, name string, results int) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); w.results(name) < results; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d results of %s, not %d; bench said\n%s", w.results(name), name, results, d.said.String())
		}
	}
}

// slot is a job of an experiment that runs or waits.
type slot struct{ id, node string }

// slots lists those of an experiment, those that run first.
func (w *world) slots(t *testing.T, name string) []slot {
	t.Helper()
	var all []slot
	out := w.run(t, "squeue", "-h", "-r", "-t", "R", "-o", "%A|%N|%j") +
		w.run(t, "squeue", "-h", "-r", "-t", "PD", "-o", "%A||%j")
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) == 3 && strings.HasPrefix(f[2], "bench-"+name+"-") {
			all = append(all, slot{f[0], f[1]})
		}
	}
	return all
}

// at finds a node on which a slot of an experiment works.
func (w *world) at(t *testing.T, name string) string {
	t.Helper()
	s := w.slots(t, name)
	if len(s) == 0 || s[0].node == "" {
		t.Fatalf("no slot of %s works: %v", name, s)
	}
	return s[0].node
}

// says waits until a driver has said something.
func (d *driver) says(t *testing.T, words string) {
	t.Helper()
	Within(t, 2*time.Minute, "bench says "+words, func() bool { return strings.Contains(d.said.String(), words) })
}
