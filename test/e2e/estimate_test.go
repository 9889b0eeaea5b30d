package e2e

import (
	"os"
	"regexp"
	"testing"
)

// bench plan -sample runs a cell of each combination, leaves nothing behind and says
// what it measured; with results the times are theirs.
func TestPlanEstimatesTimes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	if plan := d.must(0, "plan", "e.hcl").stdout; regexp.MustCompile(`worker|estimated`).MatchString(plan) {
		t.Errorf("nothing was measured, and plan says:\n%s", plan)
	}
	sampled := regexp.MustCompile(`\nabout \d+\w+ with \d+ workers?; estimated ` +
		`from a timed sample of 2 cells in \d+s\n$`)
	if plan := d.must(0, "plan", "e.hcl", "-sample").stdout; !sampled.MatchString(plan) {
		t.Errorf("plan of a sample:\n%s", plan)
	}
	onSlurm := small + "executor \"slurm\" { shared_dir = \"shared\" }\n"
	d.write("slurm.hcl", onSlurm)
	d.must(0, "validate", "slurm.hcl")
	contains(t, "plan", d.must(0, "plan", "slurm.hcl").stdout,
		"\n6 slots in 1 array (1 job); how long they take is not known: ")
	type estimate struct {
		Executor                                               string
		Missing, Known, Similar, Unknown, Results, Slots, Jobs int
		Seconds                                                float64
		Sample                                                 struct{ Cells int }
	}
	of := func(args ...string) estimate {
		t.Helper()
		return readJSON[struct{ Estimate estimate }](t, d.must(0, append([]string{"plan", "-json"}, args...)...).stdout).Estimate
	}
	e := of("slurm.hcl", "-sample")
	if e.Seconds <= 0 || e.Executor != "slurm" || e.Missing != 6 || e.Known != 6 || e.Sample.Cells != 2 || e.Slots != 1 ||
		e.Jobs != 1 {
		t.Errorf("of a sample: %+v", e)
	}
	for _, name := range []string{"results", "shared"} {
		if _, err := os.Stat(d.file(name)); err == nil {
			t.Errorf("the sample left %s behind", name)
		}
	}
	d.must(0, "run", "e.hcl")
	if e := of("slurm.hcl"); e != (estimate{}) {
		t.Errorf("with nothing to do: %+v", e)
	}
	d.write("slurm.hcl", onSlurm+"reduction \"one_vs_one\" \"hamming\" { decoding = \"hamming\" }\n")
	if e := of("slurm.hcl"); e.Seconds <= 0 || e.Missing != 3 || e.Similar != 3 || e.Results != 6 || e.Sample.Cells != 0 {
		t.Errorf("with results of others: %+v", e)
	}
}
