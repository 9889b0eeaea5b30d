package e2e

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// sites is an experiment with a metric of the plugin worstgroup, which a learner is tuned
// by too.
const sites = `
bench {
  required_plugins {
    worstgroup = { source = "./own/worstgroup" }
  }
}
experiment "sites" {}
dataset "sites" {
  file    = "sites.csv"
  target  = "class"
  group   = "site"
  weights = "weight"
}
learner "logreg" "tuned" {
  tune {
    C      = [0.001, 1]
    metric = metric.worst
  }
}
learner "logreg" "lr" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 4 }
metric "worst_group" "worst" { least = 2 }
metric "worst_group" "all" { over = "pooled" }
metric "worst_group" "fit" { on = "train" }
metric "accuracy" {}
table "worst" { metric = metric.worst }
comparison "methods" { metric = metric.worst }
`

// newSites makes a directory with the data, the experiment and a plugin of its own.
func newSites(t *testing.T) *dir {
	t.Helper()
	d := newDir(t)
	var data strings.Builder
	data.WriteString("x,y,site,weight,class\n")
	for i := range 96 {
		fmt.Fprintf(&data, "%d,%d,s%d,%d,k%d\n", i%3*4+i*i%7, i*i%11-i%3*2, i%5, 1+i%2, i%3)
	}
	d.write("sites.csv", data.String())
	d.write("sites.hcl", sites)
	d.own("extra/worstgroup")
	return d
}

// worstSite is the least weighted accuracy of a site with enough rows, by what bench
// exports of the predictions.
func worstSite(t *testing.T, rows []map[string]string, least int) float64 {
	t.Helper()
	type site struct{ rows, right, all float64 }
	of := map[int]*site{}
	for _, row := range rows {
		i, err := strconv.Atoi(row["row"])
		if err != nil {
			t.Fatal(err)
		}
		if of[i%5] == nil {
			of[i%5] = &site{}
		}
		s, weight := of[i%5], float64(1+i%2)
		s.rows++
		s.all += weight
		if row["truth"] == row["prediction"] {
			s.right += weight
		}
	}
	worst := math.NaN()
	for _, s := range of {
		if s.rows >= float64(least) && !(s.right/s.all >= worst) {
			worst = s.right / s.all
		}
	}
	return worst
}

// A plugin's metric sees predictions, groups and weights of each fold, or of all. What is
// computed is kept: nothing is trained for another metric, and nothing is computed twice.
func TestPluginMetrics(t *testing.T) {
	t.Parallel()
	d := newSites(t)
	first := d.must(0, "run", "sites.hcl", "-workers", "1")
	// Of 8 cells a value of worst and of fit each, and one a learner of all.
	contains(t, "stderr", first.stderr, "18 values of metrics of plugins to compute", "8 cells ok, 0 failed")
	of := map[string][]map[string]string{} // learner and fold, or learner
	for _, row := range readCSV(t, d.must(0, "export", "predictions", "results/sites").stdout) {
		for _, key := range []string{row["learner"], row["learner"] + row["fold"]} {
			of[key] = append(of[key], row)
		}
	}
	compared := 0
	for _, row := range readCSV(t, d.read("results/sites/scores.csv")) {
		var want float64
		switch row["metric"] {
		case "worst":
			want = worstSite(t, of[row["learner"]+row["fold"]], 2)
		case "all":
			want = worstSite(t, of[row["learner"]], 1)
		default:
			continue
		}
		compared++
		if number(t, row["value"]) != want || row["status"] != "ok" {
			t.Errorf("%s of %s in fold %s is %s, %s; want %v", row["metric"], row["learner"], row["fold"], row["value"],
				row["status"], want)
		}
	}
	if compared != 16 {
		t.Errorf("%d values were compared", compared)
	}
	contains(t, "tables/worst.md", d.read("results/sites/tables/worst.md"), "tuned", "larger is better")
	contains(t, "comparisons.csv", d.read("results/sites/comparisons.csv"), "methods,")
	tuned := d.read("results/sites/tuned.csv")
	contains(t, "tuned.csv", tuned, "tuned")
	scores := d.read("results/sites/scores.csv")

	again := d.must(0, "run", "sites.hcl")
	contains(t, "stderr", again.stderr, "8 of 8 cells have results already")
	if strings.Contains(again.stderr, "values of metrics") {
		t.Errorf("values are computed again:\n%s", again.stderr)
	}
	d.must(0, "report", "results/sites")
	if d.read("results/sites/scores.csv") != scores {
		t.Error("what is stored makes other scores")
	}
	d.must(0, "run", "sites.hcl", "-workers", "2", "-out", "two")
	if d.read("two/scores.csv") != scores {
		t.Error("two workers write other scores than one")
	}
	d.write("sites.hcl", must.Replace(sites, `metric "accuracy" {}`, `metric "worst_group" "any" {}`))
	more := d.must(0, "run", "sites.hcl")
	contains(t, "stderr", more.stderr, "8 of 8 cells have results already", "8 values of metrics of plugins to compute")
}

// Another plugin computes its metrics anew. Cells that are tuned by one are other cells,
// the rest keeps its results.
func TestChangedMetricPlugin(t *testing.T) {
	t.Parallel()
	d := newSites(t)
	d.must(0, "run", "sites.hcl")
	d.rebuild("own/worstgroup")
	contains(t, "stderr", d.must(0, "run", "sites.hcl").stderr, "4 of 8 cells have results already",
		"18 values of metrics of plugins to compute")
}

const faultyMetrics = `
bench {
  required_plugins {
    faulty = {
      source       = "./plugins/faulty"
      plan_timeout = "2s"
    }
  }
}
experiment "e" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
metric "accuracy" {}
metric "m_sound" "sound" {}
metric "m_crashing" "crashing" {}
metric "m_panicking" "panicking" {}
metric "m_picky" "picky" {}
metric "m_extreme" "extreme" {}
metric "m_undecided" "undecided" {}
metric "m_frail" "frail" {}
metric "m_fickle" "fickle" {}
`

// A metric that fails has no value and says why; cells, other metrics and other folds have
// theirs, and the next run asks again.
func TestFaultyMetrics(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", faultyMetrics)
	o := d.must(1, "run", "e.hcl", "-workers", "1")
	contains(t, "stderr", o.stderr, "3 cells ok, 0 failed", "24 values of metrics of plugins to compute",
		"3 cells, without crashing", "plugin faulty", "m_crashing: the connection to the process broke",
		"faulty: no number for you", "m_picky: faulty: not with me", "m_extreme: the value is +Inf", "m_panicking: panic",
		"2 cells, without frail",
		"m_fickle: it answered otherwise when it was asked the same again")
	want := map[string]string{"accuracy": "ok", "sound": "ok", "crashing": "failed", "panicking": "failed",
		"picky": "failed", "extreme": "failed", "fickle": "failed", "undecided": "undefined"}
	for _, row := range readCSV(t, d.read("results/e/scores.csv")) {
		if row["metric"] == "frail" && row["fold"] == "1" { // whose first row is of another class
			want["frail"] = "ok"
		} else {
			want["frail"] = "failed"
		}
		if row["status"] != want[row["metric"]] || (row["value"] == "NaN") != (row["status"] != "ok") {
			t.Errorf("%s is %s, %s", row["metric"], row["value"], row["status"])
		}
	}
	contains(t, "report.html", d.read("results/e/report.html"), "without picky", "not with me")
	// Of each of 3 cells five metrics, and one of two.
	contains(t, "stderr", d.must(1, "run", "e.hcl").stderr, "3 of 3 cells have results already",
		"17 values of metrics of plugins to compute")
	d.must(1, "report", "results/e")
	hanging := must.Replace(faultyMetrics, "2s", "200ms")
	d.write("h.hcl", must.Replace(hanging, `metric "m_frail" "frail" {`, `metric "m_hanging" "hanging" { over = "pooled" `))
	contains(t, "stderr", d.must(1, "run", "h.hcl", "-out", "h").stderr, "no answer within 200ms, its plan_timeout")
}

// What is wrong with the block of a plugin's metric is found before anything runs.
func TestMetricBlocks(t *testing.T) {
	t.Parallel()
	d := newSites(t)
	for block, want := range map[string][]string{
		`metric "worst_group" "b" { lest = 2 }`:        {`Unknown attribute "lest"`, `Did you mean "least"?`},
		`metric "worst_group" "b" { least = 0 }`:       {"least = 0", "at least 1"},
		`metric "worst_group" "b" { name = "c" }`:      {"The metric has two names"},
		`metric "worst_groop" "b" {}`:                  {`There is no metric type "worst_groop"`, `Did you mean "worst_group"?`},
		`metric "worst_group" "worst" {}`:              {`There is a second metric "worst"`},
		`metric "worst_group" "b" "c" {}`:              {`The label "c" is one too many`},
		`metric "worst_group" "b" { over = "rows" }`:   {"over"},
		"metric \"worst_group\" \"b\" { on = \"x\" }":  {"on"},
		"table \"t\" { metric = metric.worts }":        {`Did you mean "worst"?`},
		"metric \"worst_group\" \"a/b\" {}":            {`The name "a/b" cannot be used`},
		"metric \"accuracy\" \"a\" { name = \"acc\" }": {"The metric has two names"},
	} {
		d.write("bad.hcl", sites+block+"\n")
		o := d.must(2, "validate", "bad.hcl")
		contains(t, block, o.stderr, append(want, "^")...)
	}
}

// A metric that needs groups is refused where a dataset has none, with the place of its
// block; or it has no value there, and what is tuned by it does not run.
func TestMetricThatNeedsGroups(t *testing.T) {
	t.Parallel()
	d := newSites(t)
	none := must.Replace(sites, "  group   = \"site\"\n", "")
	d.write("none.hcl", none)
	contains(t, "stderr", strings.Join(strings.Fields(d.must(2, "validate", "none.hcl").stderr), " "),
		`Metric "worst" needs groups on none.hcl:22:1`, "^", "Datasets whose rows have none: sites.", `group = "…"`,
		`Metric "all" needs groups`, `Metric "fit" needs groups`, "nothing was run")
	d.write("skip.hcl", must.Replace(none, `experiment "sites" {}`, "experiment \"sites\" { on_incompatible = \"skip\" }"))
	contains(t, "stdout", d.must(0, "validate", "skip.hcl").stdout, "skipped (learner \"tuned\" is tuned by metric "+
		"\"worst\", which needs groups, and rows of dataset \"sites\" have none)")
	o := d.must(0, "run", "skip.hcl")
	contains(t, "stderr", o.stderr, "4 cells ok, 0 failed, 4 skipped")
	if strings.Contains(o.stderr, "values of metrics") {
		t.Errorf("the plugin is asked:\n%s", o.stderr)
	}
	for _, row := range readCSV(t, d.read("results/sites/scores.csv")) {
		if want := row["metric"] == "accuracy" && row["learner"] == "lr"; (row["status"] == "ok") != want {
			t.Errorf("%s of %s is %s, %s", row["metric"], row["learner"], row["value"], row["status"])
		}
	}
}
