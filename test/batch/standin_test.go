package batch

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/framework/language/batchsystem"
)

// rests are what blocks of presets need, beside what they are tested with.
var rests = map[string]string{
	"sge":        `options = ["-q", "all.q"]` + "\n  cpus = 2\n  memory = \"1GiB\"\n  minutes = 90\n  throttle = 2",
	"pbs":        `options = ["-A", "project"]` + "\n  memory = \"1GiB\"\n  throttle = 2",
	"torque":     `minutes = 30`,
	"lsf":        `cpus = 2` + "\n  minutes = 30\n  throttle = 2",
	"oar":        `cpus = 2` + "\n  minutes = 30",
	"kubernetes": `image = "bench:1"` + "\n  claim = \"data\"\n  options = [\"--namespace=x\"]",
}

// Every preset gives the bytes of a local run, with the commands that the system has.
func TestPresets(t *testing.T) {
	t.Parallel()
	for _, system := range batchsystem.Presets() {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, system, rests[system])
			s.standIn(t, system)
			said := s.run(t, 0, "run", "cells.hcl")
			if !strings.Contains(said, "Programs of "+batchsystem.Title(system)+" were called") {
				t.Errorf("bench says\n%s", said)
			}
			s.same(t)
			if n := s.results(); n != 120 {
				t.Errorf("%d results of 120 cells", n)
			}
		})
	}
}

// custom is a system of which the file says all: each slot is a job, and nothing asks for jobs.
const custom = `submit = ["qsub", "{{options}}", "{{script}}"]
  id = "^(\\d+)"
  cancel = ["qdel", "{{id}}"]
  options = ["-l", "x=1"]
  script = "site.txt"
  minutes = 20
  submit_rate = 600`

// A block executor "batch" says all by itself; the site's lines are at the head of the script.
func TestDescribed(t *testing.T) {
	t.Parallel()
	s := newSite(t, "batch", custom)
	s.standIn(t, "pbs")
	lines := "#PBS -N {{name}}\n#PBS -l walltime={{seconds}}\n#PBS -l mem={{memory}}\n"
	if err := os.WriteFile(filepath.Join(s.dir, "site.txt"), []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	s.run(t, 0, "run", "cells.hcl")
	s.same(t)
	if n := s.calls("qsub"); n != 3 {
		t.Errorf("qsub is called %d times for 3 slots", n)
	}
	scripts := s.files("scripts/*.sh")
	if len(scripts) != 3 || !strings.HasPrefix(scripts[1], "#!/bin/bash\n#PBS -N bench-cells-") ||
		!strings.Contains(scripts[1], "\n#PBS -l walltime=1200\n# bench-cells-") {
		t.Errorf("%d scripts, the second\n%.300s", len(scripts), scripts[1])
	}
}

// A slot that is gone without a word is found out by the queue; its cells are done by others.
func TestLostSlot(t *testing.T) {
	t.Parallel()
	s := newSite(t, "pbs", "")
	s.write(t, "pbs", "", "0.03")
	s.standIn(t, "pbs")
	d := s.start(t, "run", "cells.hcl")
	within(t, "some results", func() bool { return s.results() >= 20 })
	for _, text := range tasks(s) {
		_ = syscall.Kill(-text, syscall.SIGKILL) // as a power cut does
	}
	d.ends(t, 0)
	s.same(t)
	if waves := len(s.files("waves/*.json")); waves < 2 {
		t.Errorf("%d waves", waves)
	}
}

// tasks are the process groups of the tasks of all jobs.
func tasks(s *site) (pids []int) {
	names, _ := filepath.Glob(filepath.Join(s.standin, "jobs/*/pid.*"))
	for _, name := range names {
		text, _ := os.ReadFile(name)
		pid := 0
		for _, digit := range text {
			pid = 10*pid + int(digit-'0')
		}
		if pid > 1 {
			pids = append(pids, pid)
		}
	}
	return pids
}

// A queue that does not answer says nothing of jobs, a submission that is told to come later does
// so, and a second driver goes on with the jobs of one that was killed: nothing is done twice.
func TestAway(t *testing.T) {
	t.Parallel()
	s := newSite(t, "lsf", "")
	s.write(t, "lsf", "", "0.1")
	s.standIn(t, "lsf")
	s.fails(t, "bsub", "75 User job limit has been reached")
	d := s.start(t, "run", "cells.hcl")
	within(t, "bsub is called again", func() bool { return s.calls("bsub") >= 2 })
	s.fails(t, "bsub", "")
	within(t, "a result", func() bool { return s.results() >= 10 })
	_ = d.Process.Kill()
	s.fails(t, "bjobs", "255 LSF is down. Please wait ...")
	d = s.start(t, "run", "cells.hcl")
	asked := s.calls("bjobs")
	within(t, "bjobs is called again", func() bool { return s.calls("bjobs") >= asked+2 || s.results() == 120 })
	s.fails(t, "bjobs", "")
	d.ends(t, 0)
	s.same(t)
	if n := s.results(); n != 120 {
		t.Errorf("%d results of 120 cells", n)
	}
	if jobs := len(s.files("submitted/*")); jobs != 1 {
		t.Errorf("%d jobs for one wave", jobs)
	}
}

// After bench submit nobody waits: jobs that depend on others make the next wave, until cells are
// done or bench cancel ends all.
func TestSubmitCollectCancel(t *testing.T) {
	t.Parallel()
	s := newSite(t, "oar", "")
	s.write(t, "oar", "", "0.03")
	s.standIn(t, "oar")
	if said := s.run(t, 0, "submit", "cells.hcl"); !strings.Contains(said, "Wave 1 is with the cluster: 3 slots") ||
		strings.Contains(said, "note:") {
		t.Errorf("bench submit says\n%s", said)
	}
	within(t, "some results", func() bool { return s.results() >= 10 })
	s.run(t, 0, "cancel", "results/cells")
	within(t, "the slots are gone", func() bool {
		for _, pid := range tasks(s) {
			if syscall.Kill(-pid, 0) == nil {
				return false
			}
		}
		return true
	})
	if n := s.results(); n >= 120 {
		t.Fatalf("%d results after cancel", n)
	}
	if said := s.run(t, 0, "submit", "cells.hcl"); !strings.Contains(said, "Wave 2 is with the cluster") {
		t.Errorf("bench submit after cancel says\n%s", said)
	}
	// The slots of the second wave are lost; the job that depends on them makes the third.
	within(t, "results of the second wave", func() bool { return strings.Contains(strings.Join(s.names("journal/*"), " "), "-w2.") })
	for _, pid := range tasks(s) {
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
	within(t, "all results", func() bool { return s.distinct() == 120 })
	within(t, "nothing is left", func() bool { return len(tasksAlive(s)) == 0 })
	s.run(t, 0, "collect", "results/cells")
	s.same(t)
}

// Mistakes are told before anything runs, or with what the system said.
func TestMistakes(t *testing.T) {
	t.Parallel()
	s := newSite(t, "pbs", "")
	s.env = append(s.env, "PATH="+s.dir)
	if said := s.run(t, 2, "run", "cells.hcl"); !strings.Contains(said, "there is no qsub, qselect, qdel on PATH") ||
		!strings.Contains(said, "PBS Pro or OpenPBS") {
		t.Errorf("without programs bench says\n%s", said)
	}
	s.standIn(t, "pbs")
	s.fails(t, "qsub", "0 taken")
	if said := s.run(t, 1, "run", "cells.hcl"); !strings.Contains(said, "qsub printed \"taken\\n\", in which the pattern id") {
		t.Errorf("without an id bench says\n%s", said)
	}
	s.fails(t, "qsub", "38 qsub: Illegal attribute or resource value")
	if said := s.run(t, 2, "run", "cells.hcl"); !strings.Contains(said, "Illegal attribute or resource value") ||
		!strings.Contains(said, `class "default"`) {
		t.Errorf("refused, bench says\n%s", said)
	}
}
