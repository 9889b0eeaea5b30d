package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	language "github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/test/peers/figures"
)

// The ratio is that of the setting of equal work, or of the setting with the least loss where there is no equal one;
// other programs are compared by the settings that predict best.
func TestCompareTrees(t *testing.T) {
	trial := func(program string, train, precision float64) figures.Trial {
		return figures.Trial{Program: program, Train: train, Test: 1, MiB: 100 * train, Cost: math.NaN(),
			Precision: [3]float64{precision, math.NaN(), math.NaN()}}
	}
	own := []figures.Trial{trial("bench", 3, 0.8), trial("bench", 7, 0.9)}
	theirs := []figures.Trial{trial("napkinxc", 11, 0.85), trial("pecos", 1, 0.5), trial("pecos", 15, 0.7),
		figures.NotEnded(trial("vw", 1, 1))}
	l := treeWork{others: []string{"pecos", "vw"}}.compare(own, theirs)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
	if !near(l.ratios()[0], 3) || !near(l.measured[precisionBelow], 0.05) || !near(l.measured[memoryOver], 3.0/11) ||
		!near(l.measured[secondsOver("pecos")], 0.5) || !math.IsNaN(l.measured[secondsOver("vw")]) {
		t.Errorf("compared: %+v", l)
	}
	l = treeWork{}.compare(own[:1], slices.Insert(slices.Clone(theirs), 0, figures.NotEnded(trial("vw", 1, 1))))
	if !near(l.ratios()[0], 3) || !near(l.measured[lossOver], 0.2/0.15) {
		t.Errorf("compared by loss: %+v", l)
	}
	costly := own[0]
	costly.Cost = 0.4
	if loss(costly) != 0.4 || !near(loss(own[0]), 0.2) {
		t.Errorf("losses %g and %g", loss(costly), loss(own[0]))
	}
}

// Experiments of all rows are read without a mistake, and arguments of the programs are JSON.
func TestTreesExperiments(t *testing.T) {
	path := func(part string) string { return filepath.Join("data", part) }
	for _, w := range append(treeWorks(), reductionWorks()...) {
		for _, o := range w.ours {
			if _, list := language.ParseText("trees.hcl", []byte(w.text(o, path)), nil); list.HasErrors() {
				t.Errorf("%s, %s: %v", w.work, o.settings, list)
			}
		}
		for _, p := range w.peers {
			if !json.Valid([]byte(p.arguments)) {
				t.Errorf("%s: %s is not JSON", w.work, p.arguments)
			}
		}
	}
}

// Costs are in the dataset and in the reduction, by names of classes.
func TestTreesCosts(t *testing.T) {
	all := reductionWorks()
	w := all[len(all)-1]
	text := w.text(w.ours[0], func(part string) string { return part })
	if !w.costs || strings.Count(text, `"0" = { "0" = 0, "1" = 0.04, `) != 2 {
		t.Errorf("%s:\n%s", w.work, text)
	}
}

// Trials of a release take the place of those of the same work, and keep others.
func TestKeepTrials(t *testing.T) {
	dir := t.TempDir()
	kept, fresh := filepath.Join(dir, "bench", "trees", trialsFile), filepath.Join(dir, trialsFile)
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(path string, list ...figures.Trial) {
		if err := figures.WriteTrials(path, list); err != nil {
			t.Fatal(err)
		}
	}
	write(kept, figures.Trial{Work: "a", Program: "old"}, figures.Trial{Work: "b", Program: "old"})
	write(fresh, figures.Trial{Work: "b", Program: "new"}, figures.Trial{Work: "b", Program: "newer"})
	if err := keepTrials(dir, fresh); err != nil {
		t.Fatal(err)
	}
	list, err := figures.ReadTrials(kept)
	names := lists.Map(list, func(f figures.Trial) string { return f.Work + " " + f.Program })
	if err != nil || !slices.Equal(names, []string{"a old", "b new", "b newer"}) {
		t.Errorf("kept %v: %v", names, err)
	}
}

// What a run scored is read by metric.
func TestValuesOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(path, []byte("metric,value\np1,0.5\np3,NaN\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	of, err := valuesOf(path)
	if err != nil || of("p1") != 0.5 || !math.IsNaN(of("p3")) || !math.IsNaN(of("cost")) {
		t.Errorf("read %v", err)
	}
}
