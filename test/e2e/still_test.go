package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// odd is an experiment of one learner and reduction beside sound ones, whose
// type and body, and the attributes of the block bench, are to be filled in.
const odd = `
bench {
  %s
  required_plugins {
    faulty = { source = "./plugins/faulty" }
  }
}
experiment "odd" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}
learner %s
learner "lda" "lda" {%s}
reduction "one_vs_rest" "ova" {}
%s
validation { folds = 2 }
metric "accuracy" {}
`

// Learners that do harm outside of their own process, or leave something there,
// change nothing: every cell is ok, and newDir sees what is left.
func TestLearnersThatHarmOthers(t *testing.T) {
	t.Parallel()
	for _, learner := range []string{"disguised", "quarrelsome", "littering"} {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			d.write("e.hcl", fmt.Sprintf(odd, "", fmt.Sprintf("%q %q {}", learner, "bad"), "", ""))
			o := d.must(0, "run", "e.hcl")
			contains(t, "stderr", o.stderr, "4 cells ok, 0 failed")
		})
	}
}

// A stack that overflows ends one process.
func TestStackOverflow(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", fmt.Sprintf(odd, "", `"overflowing" "bad" {}`, "", ""))
	d.must(1, "run", "e.hcl", "-workers", "1")
	for _, c := range readCSV(t, d.read("results/odd/cells.csv")) {
		if c["learner"] == "bad" {
			contains(t, "cells.csv", c["status"]+" "+c["error"], "failed", "exit status 2", "stack overflow")
		}
	}
}

// Reductions that never come to an end cost their cells the learner's timeout.
func TestReductionsWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, reduction := range []string{"endless", "brooding"} {
		t.Run(reduction, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			body := fmt.Sprintf("reduction %q %q {}", reduction, "still")
			d.write("e.hcl", fmt.Sprintf(odd, "", `"slow" "sound" { timeout = "1s" }`, ` timeout = "1s" `, body))
			d.must(1, "run", "e.hcl")
			for _, c := range readCSV(t, d.read("results/odd/cells.csv")) {
				want := map[string]string{"still": "timeout", "ova": "ok"}[c["reduction"]]
				if c["status"] != want {
					t.Errorf("%s/%s: %s, want %s: %s", c["learner"], c["reduction"], c["status"], want, c["error"])
				}
			}
		})
	}
}

// Without a timeout of the learner it is the plan_timeout of the plugin, once.
func TestAStageThatIsNeverPlanned(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", fmt.Sprintf(odd, `plan_timeout = "2s"`, `"slow" "sound" {}`, "", `reduction "brooding" "still" {}`))
	d.must(1, "run", "e.hcl")
	for _, c := range d.table("results/odd/cells.csv").with("reduction", "still") {
		contains(t, "cells.csv", c["status"]+" "+c["error"], "timeout", "planning the next stage of brooding",
			"no answer within 2s, its plan_timeout")
	}
}

// A reduction that never plans, or announces more stages than can be, is an
// error before anything runs.
func TestReductionsThatCannotBePlanned(t *testing.T) {
	t.Parallel()
	for reduction, words := range map[string]string{
		"planless":  "no answer within 500ms, its plan_timeout",
		"boundless": "there are at most 1000000",
	} {
		t.Run(reduction, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			body := fmt.Sprintf("reduction %q %q {}", reduction, "still")
			d.write("e.hcl", fmt.Sprintf(odd, `plan_timeout = "500ms"`, `"slow" "sound" {}`, "", body))
			o := d.must(2, "validate", "e.hcl")
			contains(t, "stderr", strings.Join(strings.Fields(o.stderr), " "), words)
		})
	}
}

// A plugin that plans slowly is told by name while it does.
func TestSlowPlansAreTold(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", fmt.Sprintf(odd, `plan_timeout = "6s"`, `"slow" "sound" {}`, "", `reduction "planless" "still" {}`))
	contains(t, "stderr", d.must(2, "run", "e.hcl").stderr, "waiting for plugin faulty, planning planless, for ",
		"(at most 6s, its plan_timeout)")
}

// A terminal that is closed ends a run like SIGTERM; nohup makes bench deaf to
// that. The signal is caught here, so that bench is not deaf from the start when
// the tests themselves run under nohup.
func TestHangup(t *testing.T) {
	t.Parallel()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	defer signal.Stop(caught)
	d := newDir(t)
	d.write("busy.hcl", fmt.Sprintf(busy, "waiting"))
	r := d.start("run", "busy.hcl", "-workers", "2")
	d.until("results/busy", "start", 2)
	end(t, r, syscall.SIGHUP)

	d.write("e.hcl", small)
	deaf := exec.Command("/bin/sh", "-c", `trap "" HUP; `+d.bench+` run e.hcl & sleep 0.01; kill -HUP $!; wait $!`)
	deaf.Dir, deaf.Env = d.path, append(deaf.Environ(), "TMPDIR="+d.file("tmp"))
	if out, err := deaf.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}

// What required_plugins gives a plugin reaches it, is part of its cells' identity,
// of the lock file and of the manifest.
func TestEnvironmentOfAPlugin(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	with := func(path string) string {
		env := `source = "./plugins/faulty", env = { PYTHONPATH = "` + path + `", OMP_NUM_THREADS = "2" }`
		file := fmt.Sprintf(odd, "", `"telling" "bad" {}`, "", "")
		return must.Replace(file, `source = "./plugins/faulty"`, env)
	}
	d.write("e.hcl", with("/first"))
	d.must(0, "init", "e.hcl")
	contains(t, "lock file", d.read("bench.lock.hcl"), `env     = { OMP_NUM_THREADS = "2", PYTHONPATH = "/first" }`)
	d.must(1, "run", "e.hcl")
	contains(t, "cells.csv", d.read("results/odd/cells.csv"), "faulty: PYTHONPATH=/first VIRTUAL_ENV= OMP_NUM_THREADS=2")
	contains(t, "manifest", d.read("results/odd/manifest.json"), `"PYTHONPATH": "/first"`)

	d.write("e.hcl", with("/second"))
	o := d.must(2, "run", "e.hcl")
	contains(t, "stderr", o.stderr, "not the one that is locked", `PYTHONPATH = "/first"`, "bench init e.hcl -upgrade")
	d.must(0, "init", "e.hcl", "-upgrade")
	d.must(1, "run", "e.hcl")
	contains(t, "cells.csv", d.read("results/odd/cells.csv"), "faulty: PYTHONPATH=/second")
	if n := d.journal("results/odd", "result"); n != 6 {
		t.Errorf("%d results in the journals, want 2 of the sound learner and twice 2 of the other", n)
	}
}

// The time a plugin has to start can be set, and a start that fails is not a timeout
// of the cell.
func TestStartTimeout(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.addPlugin("own", "tardy", speechless["tardy"].script)
	d.write("e.hcl", "bench {\n  start_timeout = 0.2\n  required_plugins {\n    tardy = { source = \"./own/tardy\" }\n  "+
		"}\n}\n"+small)
	o := d.must(2, "run", "e.hcl")
	contains(t, "stderr", o.stderr, "no answer within 200ms, its start_timeout", "e.hcl:4:", "loading the model")
}
