package e2e

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// ordinal is the folder of a plugin that is a Go module of its own.
const ordinal = repository + "/examples/plugins/ordinal"

// inOrdinal runs the go command in the module.
func inOrdinal(args ...string) error {
	c := exec.Command("go", args...)
	c.Dir = ordinal
	c.Env = append(os.Environ(), "GOWORK=off")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// buildOrdinal builds the plugin once, beside the others.
var buildOrdinal = sync.OnceValue(func() error {
	return inOrdinal("build", "-trimpath", "-buildvcs=false", "-o", built+"/ordinal", ".")
})

// newOrdinal makes a working directory with the plugin and the experiment of the
// module.
func newOrdinal(t *testing.T) *dir {
	t.Helper()
	d := newDir(t)
	if err := errors.Join(buildOrdinal(), os.Link(built+"/ordinal", d.file("ordinal"))); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join(ordinal, "steps.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	d.write("steps.hcl", string(content))
	return d
}

// The module's own tests, of which those of this one know nothing.
func TestOrdinalModule(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"vet", "test"} {
		if err := inOrdinal(verb, "./..."); err != nil {
			t.Error(err)
		}
	}
}

func TestOrdinalConforms(t *testing.T) {
	t.Parallel()
	contains(t, "stdout", newOrdinal(t).must(0, "plugin", "test", "./ordinal").stdout,
		"ok       ordinal: plans and decodes 7 classes\n", "13 checks: 13 ok, 0 failed, 0 skipped")
}

// The reduction shares its problems with those of bench, turns round with its
// order, and says of the lowest and the highest class what one-vs-rest does, whose
// models of them are the same.
func TestOrdinal(t *testing.T) {
	t.Parallel()
	d := newOrdinal(t)
	// A fold has 3·4 + 5 + 10 problems. Of them 8 are there twice: those of the
	// reversed order, and one-vs-rest of the first and last class of both others.
	contains(t, "plan", d.must(0, "plan", "steps.hcl").stdout, "135 fits requested, 95 distinct")
	contains(t, "stderr", d.must(0, "run", "steps.hcl", "-workers", "1").stderr, "25 cells ok, 0 failed, 0 skipped")
	d.must(0, "run", "steps.hcl", "-workers", "2", "-out", "two")
	if d.read("two/predictions.csv.gz") != d.read("results/steps/predictions.csv.gz") {
		t.Error("two workers write other predictions than one")
	}
	by := map[string]map[string]map[string]string{} // reduction, row
	for _, row := range readCSV(t, d.must(0, "export", "predictions", "results/steps").stdout) {
		if by[row["reduction"]] == nil {
			by[row["reduction"]] = map[string]map[string]string{}
		}
		by[row["reduction"]][row["row"]] = row
	}
	right, ends := map[string]int{}, 0
	for reduction, rows := range by {
		for id, row := range rows {
			if row["prediction"] == row["truth"] {
				right[reduction]++
			}
			if reduction == "ordinal" {
				ends += checkOrdinal(t, row, by["downwards"][id], by["one_vs_rest"][id])
			}
		}
	}
	if len(by["ordinal"]) != 400 || right["ordinal"] != right["downwards"] || right["ordinal"] < 280 ||
		right["shuffled"] > 240 || ends < 600 {
		t.Errorf("of %d rows right: %v; %d probabilities were compared with those of one-vs-rest", len(by["ordinal"]), right,
			ends)
	}
}

// checkOrdinal checks the prediction of a row and returns how many of its
// probabilities are those of one-vs-rest: where P(>k) is not monotone they need
// not be.
func checkOrdinal(t *testing.T, row, turned, rest map[string]string) (ends int) {
	t.Helper()
	sum, most := 0.0, -1.0
	for _, class := range []string{"0", "1", "2", "3", "4"} {
		p := number(t, row["p:"+class])
		sum, most = sum+p, max(most, p)
		if math.Abs(p-number(t, turned["p:"+class])) > 1e-12 || row["score:"+class] != row["p:"+class] {
			t.Errorf("row %s, class %s: p %v, turned round %s, score %s", row["row"], class, p, turned["p:"+class],
				row["score:"+class])
		}
	}
	if math.Abs(sum-1) > 1e-12 || number(t, row["p:"+row["prediction"]]) != most {
		t.Errorf("row %s: probabilities sum to %v, and %s is predicted of %v", row["row"], sum, row["prediction"], row)
	}
	for class, neighbour := range map[string]string{"0": "1", "4": "3"} {
		if number(t, row["p:"+neighbour]) == 0 {
			continue
		}
		ends++
		want := 1 / (1 + math.Exp(-number(t, rest["score:"+class])))
		if got := number(t, row["p:"+class]); math.Abs(got-want) > 1e-12 {
			t.Errorf("row %s: p %v of class %s, want %v", row["row"], got, class, want)
		}
	}
	return ends
}

// Mistakes are shown where they are made, before anything is trained.
func TestOrdinalMistakes(t *testing.T) {
	t.Parallel()
	d := newOrdinal(t)
	steps := d.read("steps.hcl")
	for name, test := range map[string]struct {
		from, to string
		words    []string
	}{
		"a class that is not there": {`"4", "3", "2"`, `"4", "three", "2"`, []string{
			`Error[C011]: the data have no class "three" (dataset "steps")`, "on e.hcl:23:17\n", "\n      |                 ^^^^^^^\n",
			"Classes that order does not name: 3.", "1 error"}},
		"a class named twice": {`"4", "3", "2"`, `"4", "2", "2"`, []string{
			`Error[C011]: class "2" is named twice`, "\n      |                      ^^^\n", "It is number 2 of the order already.",
			"1 error"}},
		"a class left out": {`"4", "3", "2"`, `"4", "2"`, []string{
			"Error[C011]: order does not name every class", "\n      |           ^^^^^^^^^^^^^^^^^^^^\n",
			"Classes that order does not name: 3.", "1 error"}},
		"margins": {`learner "logreg" "logreg" {}`, `learner "svm" "svm" {}`, []string{
			`Error[C003]: Reduction "ordinal" decodes log-odds, and learner "svm" gives margins: write calibrate = "sigmoid" in the learner block`}},
	} {
		d.write("e.hcl", must.Replace(steps, test.from, test.to))
		contains(t, name, d.must(2, "validate", "e.hcl").stderr, test.words...)
	}
	calibrated := `learner "svm" "svm" { calibrate = "sigmoid" }`
	d.write("e.hcl", must.Replace(steps, `learner "logreg" "logreg" {}`, calibrated))
	d.must(0, "validate", "e.hcl")
}
