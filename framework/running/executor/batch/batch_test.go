package batch

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
	"github.com/manyclass/bench/test/must"
)

var update = flag.Bool("update", false, "write golden files anew")

// program notes how it was called and what it read, and answers with what stands in files beside it.
const program = `#!/bin/bash
here=${0%/*} name=${0##*/}
{ echo "== $name"; printf '%s\n' "$@"; } >>"$here/calls"
[ ! -e "$here/$name.reads" ] || cat >"$here/read"
cat "$here/$name.err" >&2
cat "$here/$name.out"
exit "$(<"$here/$name.status")"
`

// fake is a batch system that answers what it is told to.
type fake struct {
	t   *testing.T
	dir string
}

func (f fake) answers(name, stdout, stderr string, status int) {
	f.t.Helper()
	for file, text := range map[string]string{name: program, name + ".out": stdout, name + ".err": stderr,
		name + ".status": fmt.Sprint(status)} {
		if err := os.WriteFile(filepath.Join(f.dir, file), []byte(text), 0o755); err != nil {
			f.t.Fatal(err)
		}
	}
}

// calls are the programs that were called since the last time, with their arguments.
func (f fake) calls() string {
	f.t.Helper()
	text, _ := os.ReadFile(filepath.Join(f.dir, "calls"))
	_ = os.Remove(filepath.Join(f.dir, "calls"))
	return string(text)
}

// settings are those of a preset.
func settings(t *testing.T, name string) batchsystem.Settings {
	t.Helper()
	system, ok := batchsystem.Preset(name)
	if !ok {
		t.Fatal(name)
	}
	return batchsystem.Settings{System: system}
}

// ready is an executor over a fake system that does not wait for queues and folders.
func ready(t *testing.T, s batchsystem.Settings) (fake, *Executor) {
	t.Helper()
	f := fake{t, t.TempDir()}
	for _, name := range s.Programs() {
		f.answers(name, "", "", 0)
	}
	t.Setenv("PATH", f.dir+":"+os.Getenv("PATH"))
	e, err := New(jobs.Site{SharedDir: "/shared", LocalDir: "/local dir", Bench: strings.Repeat("ab", 32),
		Setup: []string{"module load go"}}, s, "the system")
	if err != nil {
		t.Fatal(err)
	}
	e.latency, e.user = time.Millisecond, "me"
	return f, e
}

// wave has two classes of slots, in a folder of its own.
func wave(t *testing.T) executor.Wave {
	return executor.Wave{Job: t.TempDir(), Name: "bench-letters-5f0c2a11-w3", Number: 3, Arrays: []executor.Array{
		{Class: "default", Slots: 3, Options: []string{"-q", "long"}},
		{Class: "big", Slots: 1, Throttle: 1, Asks: batchsystem.Resources{CPUs: 2, Memory: 1001, Minutes: 60}},
	}}
}

// submitted is a wave whose jobs have the ids 7 and 8.
func submitted(t *testing.T, f fake, e *Executor) executor.Wave {
	t.Helper()
	w := wave(t)
	for i, a := range w.Arrays {
		f.answers(e.settings.Submit[0], fmt.Sprintln(7+i), "", 0)
		part := w
		part.Arrays = []executor.Array{a}
		if err := e.Submit(t.Context(), part); err != nil {
			t.Fatal(err)
		}
	}
	f.calls()
	return w
}

// leaves writes what slots leave in a folder of a job.
func leaves(t *testing.T, w executor.Wave, folder, text string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(w.Job, folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// golden compares with a file below testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s", path, got)
	}
}

// What is submitted, for each preset: calls, the script of a class that asks for all, and of Kubernetes the
// description.
func TestSubmit(t *testing.T) {
	for _, name := range batchsystem.Presets() {
		t.Run(name, func(t *testing.T) {
			s := settings(t, name)
			s.Values = map[string]string{"image": "image:1", "claim": "claim"}
			f, e := ready(t, s)
			f.answers(s.Submit[0], "7\nJob <7> is submitted\nOAR_JOB_ID=7\njob.batch/x\n", "", 0)
			w := wave(t)
			w.Continued = true
			if err := e.Submit(t.Context(), w); err != nil {
				t.Fatal(err)
			}
			text := f.calls()
			for _, file := range []string{w.Name + "-big.1.sh", w.Name + "-big.1.description"} {
				b, err := os.ReadFile(filepath.Join(w.Job, scriptDir, file))
				if head, _, _ := strings.Cut(string(b), "# A shared folder may"); err == nil {
					text += "== " + file + "\n" + head
				}
			}
			golden(t, name+".golden", must.ReplaceAll(text, w.Job, "JOB"))
			if err := e.Submit(t.Context(), w); err != nil || f.calls() != "" {
				t.Errorf("the wave is submitted again: %v", err)
			}
		})
	}
}

// The whole script of a slot.
func TestScript(t *testing.T) {
	_, e := ready(t, settings(t, "sge"))
	w := wave(t)
	if err := jobs.MakeFolders(w.Job, scriptDir); err != nil {
		t.Fatal(err)
	}
	p, err := e.slots(w, e.pieces(w)[0])
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "slot.sh", must.ReplaceAll(p.stdin, w.Job, "JOB"))
}

// A system that takes the script on its standard input gets it there.
func TestStandardInput(t *testing.T) {
	f, e := ready(t, settings(t, "lsf"))
	f.answers("bsub", "Job <3>", "", 0)
	leaves(t, executor.Wave{Job: f.dir}, ".", "", "bsub.reads")
	if err := e.Submit(t.Context(), wave(t)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(f.dir, "read"))
	if err != nil || !strings.HasPrefix(string(text), "#!/bin/bash\n#BSUB -J \"bench-letters-5f0c2a11-w3-big[1-1]%1\"\n") {
		t.Errorf("bsub read %.200q, %v", text, err)
	}
}

func TestSubmitFails(t *testing.T) {
	for _, c := range []struct {
		name, out, err string
		status         int
		is             error
		says           string
	}{
		{"busy by its status", "", "try later", 25, executor.ErrAway, "try later"},
		{"busy by its words", "", "error: commlib error: got read error", 1, executor.ErrAway, "commlib"},
		{"refused", "", "qsub: unknown queue", 1, executor.ErrRefused, `class "default": slots are refused: qsub: unknown queue`},
		{"no id", "thank you\n", "", 0, nil, `qsub printed "thank you\n", in which the pattern id = "^(\\d+)" finds no id`},
	} {
		f, e := ready(t, settings(t, "sge"))
		f.answers("qsub", c.out, c.err, c.status)
		w := wave(t)
		err := e.Submit(t.Context(), w)
		if err == nil || !strings.Contains(err.Error(), c.says) || c.is != nil && !errors.Is(err, c.is) ||
			c.is == nil && (errors.Is(err, executor.ErrAway) || errors.Is(err, executor.ErrRefused)) {
			t.Errorf("%s: %v", c.name, err)
		}
		if known, err := e.Find(t.Context(), w); known || err != nil {
			t.Errorf("%s: the wave is known, %v", c.name, err)
		}
	}
}

// If a class is refused, the jobs of those before it are ended.
func TestRefusedLater(t *testing.T) {
	f, e := ready(t, settings(t, "sge"))
	w := submitted(t, f, e)
	w.Arrays = append(w.Arrays, executor.Array{Class: "huge", Slots: 1})
	f.answers("qsub", "", "too much", 1)
	f.answers("qstat", "  7 0.5 x me r \n  8 0.5 x me r \n", "", 0)
	if err := e.Submit(t.Context(), w); !errors.Is(err, executor.ErrRefused) || !strings.Contains(err.Error(), `"huge"`) {
		t.Fatal(err)
	}
	if calls := f.calls(); !strings.HasSuffix(calls, "== qdel\n7\n8\n") {
		t.Errorf("called\n%s", calls)
	}
}

// The queue is asked for slots that have not left their ends, and for nothing else.
func TestPoll(t *testing.T) {
	f, e := ready(t, settings(t, "sge"))
	w := submitted(t, f, e)
	poll := func(what string, want executor.State) {
		t.Helper()
		got, err := e.Poll(t.Context(), w)
		if err != nil || got.Pending != want.Pending || got.Running != want.Running || got.Ended != want.Ended ||
			len(got.Ends) != len(want.Ends) {
			t.Errorf("%s: %+v, %v", what, got, err)
		}
		for slot, end := range want.Ends {
			if got.Ends[slot] != end {
				t.Errorf("%s: %s ended as %q", what, slot, got.Ends[slot])
			}
		}
	}
	f.answers("qstat", "job-ID\n-----\n      7 0.5 x me r \n      8 0.5 x me qw \n", "", 0)
	poll("all wait", executor.State{Pending: 4})
	leaves(t, w, begunDir, "n1\n", "w3.default.0.1.0", "w3.default.1.1.0", "w3.big.0.1.0", "w2.default.2.1.0", ".x")
	poll("three run", executor.State{Pending: 1, Running: 3})
	leaves(t, w, "ends", "0\n", "w3.default.0.1.0")
	leaves(t, w, "ends", "137\n", "w3.big.0.1.0")
	ends := map[string]executor.End{"default-0": executor.Completed, "big-0": executor.Failed}
	poll("two have ended", executor.State{Pending: 1, Running: 1, Ends: ends})
	f.calls()
	f.answers("qstat", "      7 0.5 x me Eqw \n      8 0.5 x me hqw \n", "", 0)
	e.latency = 300 * time.Millisecond
	poll("the others are gone", executor.State{Ended: true, Ends: ends})
	if calls := f.calls(); strings.Count(calls, "== qstat") < 2 || strings.Count(calls, "== qdel\n7\n") != 1 {
		t.Errorf("a job that is missing is looked for again and then cancelled, not\n%s", calls)
	}
	f.answers("qstat", "", "cannot connect", 1)
	if _, err := e.Poll(t.Context(), w); !errors.Is(err, executor.ErrAway) {
		t.Errorf("a queue that is away: %v", err)
	}
	leaves(t, w, "ends", "0\n", "w3.default.1.1.0", "w3.default.2.1.0")
	ends["default-1"], ends["default-2"] = executor.Completed, executor.Completed
	poll("nobody has to be asked", executor.State{Ended: true, Ends: ends})
}

// A queue that says by its status that it is empty is not away.
func TestEmptyQueue(t *testing.T) {
	f, e := ready(t, settings(t, "lsf"))
	f.answers("bsub", "Job <3>", "", 0)
	w := wave(t)
	if err := e.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	f.answers("bjobs", "", "No unfinished job found\n", 255)
	if s, err := e.Poll(t.Context(), w); err != nil || !s.Ended {
		t.Errorf("%+v, %v", s, err)
	}
}

// Without a command that asks, a job is alive until its slots have ended or it is cancelled.
func TestNobodyAsks(t *testing.T) {
	s := settings(t, "pbs")
	s.Alive = nil
	f, e := ready(t, s)
	w := submitted(t, f, e)
	if s, err := e.Poll(t.Context(), w); err != nil || s.Ended || s.Pending != 4 {
		t.Errorf("%+v, %v", s, err)
	}
	if err := e.Cancel(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if calls := f.calls(); calls != "== qdel\n7\n8\n" {
		t.Errorf("called\n%s", calls)
	}
	if s, err := e.Poll(t.Context(), w); err != nil || !s.Ended {
		t.Errorf("after cancel: %+v, %v", s, err)
	}
}

func TestNoCancel(t *testing.T) {
	s := settings(t, "pbs")
	s.Alive, s.Cancel = nil, nil
	f, e := ready(t, s)
	err := e.Cancel(t.Context(), submitted(t, f, e))
	if err == nil || !strings.Contains(err.Error(), "end the jobs 7, 8 by hand") {
		t.Error(err)
	}
}

// An id stands by itself, with the index of a task or without.
func TestStands(t *testing.T) {
	s := settings(t, "pbs")
	s.AliveID = ""
	f, e := ready(t, s)
	for text, want := range map[string]bool{"7": true, "17 77 7x x-7": false, "a 7[3].srv": true, "7.pbs": true, "job 7,8": true} {
		f.answers("qselect", text, "", 0)
		listed, err := e.listed(t.Context())
		if err != nil || listed("7[]") != want {
			t.Errorf("%q: %v, %v", text, !want, err)
		}
	}
}

// Between two submissions is the time that the rate asks for.
func TestRate(t *testing.T) {
	s := settings(t, "sge")
	s.SubmitRate = 1200
	f, e := ready(t, s)
	f.answers("qsub", "7\n", "", 0)
	begun := time.Now()
	if err := e.Submit(t.Context(), wave(t)); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took < 50*time.Millisecond {
		t.Errorf("two jobs in %v", took)
	}
}

func TestNewSaysWhatIsWrong(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	s := settings(t, "sge")
	for says, site := range map[string]jobs.Site{
		"there is no qsub, qstat, qdel on PATH": {SharedDir: "/s", LocalDir: "/l"},
		"neither white space nor quotes":        {SharedDir: "/s t", LocalDir: "/l"},
		"absolute path":                         {SharedDir: "s", LocalDir: "/l"},
	} {
		if _, err := New(site, s, "Grid Engine"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", site, err)
		}
	}
}

// Without arrays each slot is a job. A long array is divided into several jobs.
func TestPieces(t *testing.T) {
	s := settings(t, "sge")
	w := executor.Wave{Name: "x", Arrays: []executor.Array{{Class: "c", Slots: 1002}}}
	names := func(s batchsystem.Settings) (all []string) {
		for _, p := range (&Executor{settings: s}).pieces(w) {
			all = append(all, fmt.Sprint(p.Name, " ", p.From, " ", p.Slots))
		}
		return all
	}
	if got := names(s); !slices.Equal(got, []string{"x-c 0 1000", "x-c.1 1000 2"}) {
		t.Errorf("%q", got)
	}
	s.Array = ""
	if got := names(s); len(got) != 1002 || got[1001] != "x-c.1001 1001 1" {
		t.Errorf("%d: %q", len(got), got[len(got)-1])
	}
}

// A job that ends before it is cancelled is not an error; one that goes on is.
func TestCancelTooLate(t *testing.T) {
	for listed, fails := range map[string]bool{"": false, "  8 0.5 x me r ": true} {
		f, e := ready(t, settings(t, "sge"))
		w := submitted(t, f, e)
		f.answers("qstat", "  7 0.5 x me r \n  8 0.5 x me r \n", "", 0)
		f.answers("qdel", "", "denied: job \"7\" does not exist", 1)
		// After qdel the queue says something else.
		text := must.Replace(program, `exit "$(`, `[ "$name" != qdel ] || printf '`+listed+
			`' >"$here/qstat.out"`+"\nexit \"$(")
		if err := os.WriteFile(filepath.Join(f.dir, "qdel"), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := e.Cancel(t.Context(), w); (err != nil) != fails {
			t.Errorf("the queue lists %q: %v", listed, err)
		}
	}
}
