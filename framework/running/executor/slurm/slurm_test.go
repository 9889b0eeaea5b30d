package slurm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
	"github.com/manyclass/bench/test/must"
)

func TestNewNamesMissingPrograms(t *testing.T) {
	f := install(t)
	if err := os.Remove(filepath.Join(f.dir, "scancel")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", f.dir)
	_, err := New(jobs.Site{SharedDir: "/a", LocalDir: "/b"})
	if err == nil || !strings.Contains(err.Error(), "there is no scancel on PATH") {
		t.Errorf("New says %v", err)
	}
}

func TestNewWantsPathsThatSlurmUnderstands(t *testing.T) {
	install(t)
	for _, o := range []jobs.Site{{SharedDir: "a", LocalDir: "/b"},
		{SharedDir: "/a\\n", LocalDir: "/b"}, {SharedDir: "/a"}} {
		if _, err := New(o); err == nil {
			t.Errorf("New takes %+v", o)
		}
	}
}

// What makes the next wave waits for all arrays that were submitted, and has no probe.
func TestContinuedWaves(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	w.Continued = true
	if err := e.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	golden(t, "continued.golden", must.ReplaceAll(f.calls(), w.Job, "JOB"))
}

func TestSubmitCallsSbatch(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	if err := e.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	golden(t, "submit.golden", must.ReplaceAll(f.calls(), w.Job, "JOB"))
	if e.Calls() != 7 {
		t.Errorf("Calls() = %d; squeue once, sbatch for two tests, two probes and two arrays", e.Calls())
	}
	probeSays(t, e, w, "ok n1\n")
	w.Number, w.Name = 4, "bench-letters-5f0c2a11-w4"
	if err := e.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	calls := f.calls()
	if strings.Contains(calls, "--job-name="+w.Name+"-probe") || strings.Contains(calls, "--dependency") {
		t.Errorf("a second wave probes what is known:\n%s", calls)
	}
}

func TestSubmitSharesAProbe(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	w.Arrays[1].Options = w.Arrays[0].Options
	if err := e.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(f.calls(), "--job-name="+w.Name+"-probe\n"); n != 1 {
		t.Errorf("%d probes for the same options", n)
	}
}

func TestSubmitLeavesAloneWhatRuns(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	f.answers("squeue", "12|0|RUNNING|n1|"+w.Name+"-default|None\n13|0|FAILED|n1|"+w.Name+"-big|None\n", "", "0")
	if err := e.Submit(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	calls := f.calls()
	job := "--job-name=" + w.Name
	if strings.Contains(calls, job+"-default\n") || !strings.Contains(calls, job+"-big\n") {
		t.Errorf("an array that runs is submitted again, or one that has failed is not:\n%s", calls)
	}
}

func TestLongArraysArePieces(t *testing.T) {
	w := executor.Wave{Name: "x", Arrays: []executor.Array{{Class: "c", Slots: 2300, Throttle: 30}}}
	var got []string
	for _, p := range pieces(w) {
		got = append(got, fmt.Sprint(p.Name, " ", p.From, " ", p.Slots, " ", p.Throttle))
	}
	if want := []string{"x-c 0 1000 10", "x-c.1 1000 1000 10", "x-c.2 2000 300 10"}; !reflect.DeepEqual(got, want) {
		t.Errorf("pieces %q", got)
	}
	_, e := ready(t)
	state := e.summarize(w, entries{{job: 1, index: 7, state: "FAILED", name: "x-c.1"}})
	if state.Ends["c-1007"] != executor.Failed {
		t.Errorf("ends %v", state.Ends)
	}
}

func TestWordsOfSlurm(t *testing.T) {
	const unknown = "sbatch: error: invalid partition specified: nope\n" +
		"allocation failure: Invalid partition name specified\n"
	for _, c := range []struct {
		name, stderr, want string
		away               bool
	}{
		{"partition", unknown, `class "default": slots are refused: ` +
			"invalid partition specified: nope; allocation failure: Invalid partition name specified", false},
		{"away", "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)\n",
			"the executor is away: sbatch: Batch job submission failed: Unable to contact slurm controller " +
				"(connect failure)", true},
		{"silent", "", `class "default": slots are refused: exit status 1`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, e := ready(t)
			f.answers("sbatch", "", c.stderr, "1")
			err := e.Submit(t.Context(), wave(t))
			if err == nil || err.Error() != c.want || errors.Is(err, executor.ErrAway) != c.away {
				t.Errorf("Submit says %v", err)
			}
		})
	}
}

func TestNothingIsSubmittedIfOneClassIsRefused(t *testing.T) {
	f, e := ready(t)
	f.write("sbatch", "#!/bin/bash\necho sbatch \"$@\" >>${0%/*}/calls\ncat >/dev/null\n"+
		"[[ \" $* \" != *--mem=16G* ]] || { echo 'sbatch: error: Memory specification can not be satisfied' >&2\n"+
		"exit 1; }\necho 5\n")
	err := e.Submit(t.Context(), wave(t))
	if err == nil || !strings.Contains(err.Error(), `class "big": slots are refused: Memory specification`) {
		t.Errorf("Submit says %v", err)
	}
	for line := range strings.Lines(f.calls()) {
		if strings.HasPrefix(line, "sbatch") && !strings.Contains(line, "--test-only") {
			t.Errorf("it submits %s", line)
		}
	}
}

func TestAnswerOfSbatch(t *testing.T) {
	f, e := ready(t)
	f.answers("sbatch", "23;cluster\n", "", "0")
	if id, err := e.sbatch(t.Context(), "c", "", []string{"--x"}); id != 23 || err != nil {
		t.Errorf("%d, %v", id, err)
	}
	f.answers("sbatch", "hello\n", "", "0")
	if _, err := e.sbatch(t.Context(), "c", "", []string{"--x"}); err == nil {
		t.Error("hello is not a number")
	}
}

func TestAwayIsNoState(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	words := "slurm_load_jobs error: Unable to contact slurm controller (connect failure)"
	f.answers("squeue", "", words+"\n", "1")
	for name, call := range map[string]func() error{
		"Find":   func() error { _, err := e.Find(t.Context(), w); return err },
		"Poll":   func() error { _, err := e.Poll(t.Context(), w); return err },
		"Cancel": func() error { return e.Cancel(t.Context(), w) },
		"Submit": func() error { return e.Submit(t.Context(), w) },
	} {
		if err := call(); !errors.Is(err, executor.ErrAway) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s says %v", name, err)
		}
	}
	f.answers("squeue", "Segmentation fault\n", "", "0")
	if _, err := e.Poll(t.Context(), w); !errors.Is(err, executor.ErrAway) {
		t.Errorf("Poll makes of nonsense %v", err)
	}
}

func TestSlurmThatHangsIsAway(t *testing.T) {
	f, e := ready(t)
	e.Limit = time.Millisecond
	f.write("squeue.sleep", "600")
	if _, err := e.Poll(t.Context(), wave(t)); !errors.Is(err, executor.ErrAway) {
		t.Errorf("Poll says %v", err)
	}
}

func TestCancelNamesOpenJobs(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	f.answers("squeue", strings.ReplaceAll("7|N/A|COMPLETED|n1|W-probe|None\n8|0|RUNNING|n1|W-default|None\n"+
		"8|1|PENDING||W-default|Resources\n9|0|COMPLETED|n1|W-big|None\n", "W", w.Name), "", "0")
	if err := e.Cancel(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	if calls := f.calls(); !strings.HasSuffix(calls, "== scancel\n--quiet\n8\n") {
		t.Errorf("calls\n%s", calls)
	}
	f.answers("squeue", "", "", "0")
	if err := e.Cancel(t.Context(), w); err != nil || strings.Contains(f.calls(), "scancel") {
		t.Errorf("nothing to cancel: %v", err)
	}
}

func TestProgramsGetNoFiltersOfTheUser(t *testing.T) {
	f, e := ready(t)
	for _, name := range []string{"SQUEUE_STATES", "SINFO_ALL", "SCANCEL_STATE", "SLURM_RESTART_COUNT",
		"SBATCH_WAIT"} {
		t.Setenv(name, "1")
	}
	t.Setenv("SBATCH_ACCOUNT", "physics")
	t.Setenv("SLURM_CONF", "/etc/x")
	if _, err := e.Poll(t.Context(), wave(t)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(f.dir, "environment"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(text)) {
		for _, program := range []string{"SQUEUE_", "SINFO_", "SCANCEL_", "SLURM_", "SBATCH_"} {
			if strings.HasPrefix(line, program) {
				got = append(got, line)
			}
		}
	}
	if len(got) != 2 {
		t.Errorf("the environment has %q", got)
	}
}

func TestSize(t *testing.T) {
	const nodes = "n1|8|cpu*|idle\nn1|8|gpu|idle\nn2|16|cpu*|mixed-\nn3|16|gpu|allocated+\n" +
		"n4|4|cpu*|down*\nn5|4|cpu*|idle*\nn6|2|cpu*|drained\n"
	for _, c := range []struct {
		options []string
		named   string
		want    Size
	}{
		{nil, "", Size{2, 24}},
		{[]string{"--partition=gpu"}, "", Size{2, 24}},
		{[]string{"-p", "gpu,cpu", "--mem=1G"}, "", Size{3, 40}},
		{[]string{"-pnope"}, "", Size{}},
		{nil, "gpu", Size{2, 24}},
		{[]string{"--partition", "nope"}, "gpu", Size{}},
	} {
		if got := parseSize(nodes, partitions(c.options, c.named)); got != c.want {
			t.Errorf("%q, %q: %+v, want %+v", c.options, c.named, got, c.want)
		}
	}
	f, e := ready(t)
	f.answers("sinfo", nodes, "", "0")
	if got, err := e.Size(t.Context(), nil); err != nil || got != (Size{2, 24}) {
		t.Errorf("Size: %+v, %v", got, err)
	}
}
