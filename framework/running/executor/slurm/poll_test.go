package slurm

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
)

func TestPoll(t *testing.T) {
	end := func(pairs ...string) map[string]executor.End {
		m := map[string]executor.End{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = executor.End(pairs[i+1])
		}
		return m
	}
	for _, c := range []struct {
		name, queue string // W stands for the wave's name
		want        executor.State
	}{
		{"forgotten", "", executor.State{Ended: true, Ends: end()}},
		{"waits for the probe", "6|N/A|PENDING||W-probe|Priority\n" +
			"7|0|PENDING||W-default|Dependency\n7|1|PENDING||W-default|Dependency\n",
			executor.State{Pending: 2, Reason: "Priority", Ends: end()}},
		{"probe runs", "6|N/A|RUNNING|n1|W-probe|None\n", executor.State{Ends: end()}},
		{"runs", "7|0|RUNNING|n1|W-default|None\n7|1|PENDING||W-default|Resources\n7|2|COMPLETING|n1|W-default|None\n" +
			"8|0|PENDING||W-big|Priority\n7|3|PENDING||W-default|Resources\n",
			executor.State{Pending: 3, Running: 2, Reason: "Resources", Ends: end()}},
		{"ended", "7|0|COMPLETED|n1|W-default|None\n7|1|FAILED|n1|W-default|NonZeroExitCode\n" +
			"7|2|NODE_FAIL|n1|W-default|None\n" +
			"7|3|TIMEOUT|n1|W-default|TimeLimit\n7|4|CANCELLED|n1|W-default|None\n8|0|OUT_OF_MEMORY|n1|W-big|OutOfMemory\n" +
			"7|5|PREEMPTED|n1|W-default|None\n",
			executor.State{Ended: true, Ends: end("default-0", "completed", "default-1", "failed", "default-2", "lost",
				"default-3", "time_limit", "default-4", "cancelled", "default-5", "lost", "big-0", "out_of_memory")}},
		{"submitted twice", "7|0|FAILED|n1|W-default|None\n9|0|COMPLETED|n1|W-default|None\n" +
			"7|1|FAILED|n1|W-default|None\n9|1|RUNNING|n1|W-default|None\n" +
			"8|0|OUT_OF_MEMORY|n1|W-big|None\n9|0|COMPLETED|n1|W-big|None\n",
			executor.State{Running: 1, Ends: end("default-0", "completed", "big-0", "out_of_memory")}},
		{"a state that nobody knows", "7|0|HOVERING|n1|W-default|None\n", executor.State{Running: 1, Ends: end()}},
		{"held", "7|0|REQUEUE_HOLD||W-default|job requeued | in held state\nCLUSTER: x\n",
			executor.State{Pending: 1, Reason: "job requeued | in held state", Ends: end()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, e := ready(t)
			w := wave(t)
			f.answers("squeue", strings.ReplaceAll(c.queue, "W", w.Name), "", "0")
			got, err := e.Poll(t.Context(), w)
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("Poll: %+v, %v; want %+v", got, err, c.want)
			}
			golden(t, "poll.golden", f.calls())
		})
	}
}

// Slots that Slurm holds because a node could not begin them are given up: else the
// driver would wait for ever.
func TestSlotsThatCouldNotBegin(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	f.answers("squeue", strings.ReplaceAll("7|0|COMPLETED|n1|W-default|None\n"+
		"7|1|PENDING||W-default|launch failed requeued held\n7|3|REQUEUE_HOLD||W-default|JobHoldMaxRequeue\n"+
		"7|2|RUNNING|n1|W-default|None\n", "W", w.Name), "", "0")
	want := executor.State{Running: 1, Ends: map[string]executor.End{
		"default-0": executor.Completed, "default-1": executor.Lost, "default-3": executor.Lost}}
	if got, err := e.Poll(t.Context(), w); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Poll: %+v, %v; want %+v", got, err, want)
	}
	if _, after, _ := strings.Cut(f.calls(), "== scancel\n"); after != "--quiet\n7_1\n7_3\n" {
		t.Errorf("scancel was called with %q", after)
	}
}

func TestPollReportsWhatTheProbeFound(t *testing.T) {
	for _, c := range []struct{ name, words, queue, says string }{
		{"ok", "ok n1\n", "6|N/A|COMPLETED|n1|W-probe|None\n", ""},
		{"refused", "n1: the setup line x ended with status 1\n", "6|N/A|FAILED|n1|W-probe|NonZeroExitCode\n",
			`class "default": n1: the setup line x ended with status 1`},
		{"not shared", "", "6|N/A|FAILED|n2|W-probe|NonZeroExitCode\n", "node n2 does not see "},
		{"another folder", "", "6|N/A|COMPLETED|n2|W-probe|None\n", "node n2 does not see "},
		{"its word is late", "", "6|N/A|COMPLETED|n2|W-probe|None\n7|0|RUNNING|n2|W-default|None\n", ""},
		{"no time", "", "6|N/A|TIMEOUT|n2|W-probe|TimeLimit\n", "its probe job ended on node n2 as TIMEOUT"},
		{"node lost", "", "6|N/A|NODE_FAIL|n2|W-probe|None\n", ""},
		{"cancelled", "", "6|N/A|CANCELLED|n2|W-probe|None\n", ""},
		{"begun anew", "", "6|N/A|FAILED|n2|W-probe|None\n8|N/A|PENDING||W-probe|None\n", ""},
		{"second class", "", "6|N/A|FAILED|n2|W-probe.1|None\n", `class "big": node n2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, e := ready(t)
			w := wave(t)
			if c.words != "" {
				probeSays(t, e, w, c.words)
			}
			f.answers("squeue", strings.ReplaceAll(c.queue, "W", w.Name), "", "0")
			_, err := e.Poll(t.Context(), w)
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("Poll says %v", err)
			}
		})
	}
}

func TestPollWaitsForTheWordOfAProbe(t *testing.T) {
	f, e := ready(t)
	e.grace = time.Hour
	w := wave(t)
	f.answers("squeue", "6|N/A|FAILED|n1|"+w.Name+"-probe|NonZeroExitCode\n", "", "0")
	if state, err := e.Poll(t.Context(), w); err != nil || state.Ended {
		t.Errorf("the wave has ended before its probe could be heard: %+v, %v", state, err)
	}
	e.grace = 0
	if _, err := e.Poll(t.Context(), w); err == nil {
		t.Error("a probe without word is taken for good")
	}
}

func TestFind(t *testing.T) {
	f, e := ready(t)
	w := wave(t)
	for _, c := range []struct {
		queue string
		want  bool
	}{
		{"", false},
		{"6|N/A|RUNNING|n1|W-probe|None\n", false},
		{"8|0|RUNNING|n1|W-big|None\n", true},
		{"7|0|COMPLETED|n1|W-default|None\n", true},
	} {
		f.answers("squeue", strings.ReplaceAll(c.queue, "W", w.Name), "", "0")
		if got, err := e.Find(t.Context(), w); err != nil || got != c.want {
			t.Errorf("Find of %q: %v, %v", c.queue, got, err)
		}
	}
}

func TestParseQueueRefuses(t *testing.T) {
	for _, text := range []string{"x", "1|0|RUNNING", "a|0|RUNNING|n|x|None", "1|0-3|PENDING||x|None",
		"1|-2|PENDING||x|None"} {
		if got, err := parseQueue(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func FuzzParseQueue(f *testing.F) {
	f.Add("7|0|RUNNING|n1|bench-x-w1-default|None\n8|N/A|PENDING||bench-x-w1-probe|(a|b)\n")
	f.Add("CLUSTER: x\n|||||\n1|[0-3%2]|PENDING||x|None")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := parseQueue(text)
		if err != nil {
			return
		}
		for _, x := range all {
			if x.index < -1 {
				t.Errorf("index %d", x.index)
			}
		}
		e := &Executor{}
		w := executor.Wave{Name: "x", Arrays: []executor.Array{{Class: "c", Slots: 1}}}
		s := e.summarize(w, all)
		if s.Ended && s.Pending+s.Running > 0 {
			t.Errorf("%+v has ended", s)
		}
	})
}
