package compare

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// The tests of this file simulate methods that are equally good and count how often a test
// finds one better all the same. BENCH_NULLS is how many tables they make, 200 without it;
// the figures of docs/significance-checks.md are of
//
//	BENCH_NULLS=10000 go test ./framework/showing/compare -run Nulls -v -timeout 2h

// nulls is how many tables are made.
func nulls(t *testing.T) int {
	t.Helper()
	text := os.Getenv("BENCH_NULLS")
	if text == "" {
		return 200
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("BENCH_NULLS is %q; it must be a number of tables", text)
	}
	return n
}

// tally counts the tables in which a test finds something.
type tally struct {
	names  []string
	found  map[string]int
	tables map[string]int
}

func newTally() *tally { return &tally{found: map[string]int{}, tables: map[string]int{}} }

// add counts a table. That two methods are equivalent is not a false finding.
func (c *tally) add(name string, rows []Row) {
	if !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
	c.tables[name]++
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Found && r.Better != "" }) {
		c.found[name]++
	}
}

// share is in what share of the tables something was found.
func (c *tally) share(name string) float64 { return float64(c.found[name]) / float64(c.tables[name]) }

// beyond is the share of tables that a test which holds a level exceeds in one of 2,000
// simulations: 3.3 standard errors of a binomial share.
func beyond(level float64, tables int) float64 {
	return level + 3.3*math.Sqrt(level*(1-level)/float64(tables))
}

// check holds each count against the level that is its test's.
func (c *tally) check(t *testing.T) {
	t.Helper()
	for _, name := range c.names {
		share, most := c.share(name), beyond(levelOf(name), c.tables[name])
		t.Logf("%-42s %5.2f %% of %d", name, 100*share, c.tables[name])
		if share > most {
			t.Errorf("%s finds something in %.2f %% of %d tables, more than %.2f %%", name, 100*share, c.tables[name], 100*most)
		}
	}
}

// approximate are the levels of tests at 0.05 that are approximations: those of tests over
// folds on 80 rows, as they come out of 10,000 tables. A Bayesian test finds on either side
// what has a probability above 0.95, which is not an error rate; one of 20 datasets has few steps.
var approximate = map[string]float64{"corrected_t": 0.06, "five_by_two": 0.065, "five_by_two_f": 0.08,
	"bayes_correlated_t": 0.11, "bayes_sign": 0.12, "bayes_signed_rank": 0.12, "bayes_hierarchical": 0.1}

// levelOf is the level that a test is held to, named as in counts: "holm, control".
func levelOf(name string) float64 {
	test, _, _ := strings.Cut(name, ",")
	return cmp.Or(approximate[test], 0.05)
}

// made makes the tests that are asked for, without what describes the methods.
func made(t *testing.T, in *measured.Table, o significance.Options) *Result {
	t.Helper()
	o.Level = 0.05
	c := &comparison{table: in, Result: &Result{Options: o, Datasets: in.Datasets, Methods: in.Methods}}
	for j := range in.Methods {
		c.means = append(c.means, in.Means(j))
	}
	chosen, err := c.choose()
	if err != nil {
		t.Fatal(err)
	}
	c.Ranks = stats.MeanRanks(c.rankTable())
	for _, one := range chosen {
		one.run(c)
	}
	return c.Result
}

// alike is a table of methods that are equally good on datasets of different difficulty.
// With steps values are as coarse as accuracies on few rows.
func alike(rng *rand.Rand, datasets, methods int, steps float64) *measured.Table {
	t := &measured.Table{}
	for j := range methods {
		t.Methods = append(t.Methods, fmt.Sprintf("m%d", j))
	}
	for i := range datasets {
		t.Datasets = append(t.Datasets, fmt.Sprintf("d%d", i))
		parts := measured.Parts{Units: make([]measured.Unit, 1)}
		size, mean := rng.ExpFloat64(), rng.NormFloat64()
		for range methods {
			v := mean + size*rng.NormFloat64()
			if steps > 0 {
				v = math.Round(v*steps) / steps
			}
			parts.Values = append(parts.Values, []float64{v})
		}
		t.Parts = append(t.Parts, parts)
	}
	return t
}

// Tests and post-hoc procedures over datasets, of all pairs and against a control that was
// named before. Where the last method is far worse than the others, which are equally good,
// Friedman's test rejects and the procedures stand alone.
func TestNullsOverDatasets(t *testing.T) {
	withoutCritical(t)
	for _, form := range []struct {
		datasets, methods int
		steps             float64
		lastWorse         bool
	}{{20, 5, 0, false}, {10, 5, 2, false}, {30, 3, 1, false}, {20, 5, 0, true}} {
		t.Run(fmt.Sprintf("%+v", form), func(t *testing.T) {
			t.Parallel()
			rng, counts := rand.New(rand.NewPCG(1, uint64(form.datasets))), newTally()
			for range nulls(t) {
				in := alike(rng, form.datasets, form.methods, form.steps)
				if form.lastWorse {
					for _, parts := range in.Parts {
						parts.Values[form.methods-1][0] -= 1000
					}
					counts.overDatasets(t, in, in.Methods[form.methods-1])
					continue
				}
				counts.overDatasets(t, in, "")
			}
			counts.check(t)
		})
	}
}

// withoutCritical leaves critical differences out until a test ends: nothing is found by
// them, and they take most of the time.
func withoutCritical(t *testing.T) {
	all := slices.Clone(significance.PostHocs)
	t.Cleanup(func() { copy(significance.PostHocs, all) })
	for i := range significance.PostHocs {
		significance.PostHocs[i].Critical = nil
	}
}

// overDatasets counts what all tests over datasets find in a table, but of a method that
// really differs, "" for none.
func (c *tally) overDatasets(t *testing.T, in *measured.Table, differs string) {
	t.Helper()
	alike := func(rows []Row) []Row {
		return lists.Filter(rows, func(r Row) bool { return r.A != differs && r.B != differs })
	}
	for _, p := range significance.PostHocs {
		if p.All {
			c.add(p.Name, alike(made(t, in, significance.Options{Tests: []string{"friedman"}, PostHoc: p.Name}).Of(p.Name)))
		}
		if p.Control {
			r := made(t, in, significance.Options{Tests: []string{"friedman"}, PostHoc: p.Name, Control: "m0"})
			c.add(p.Name+", control", alike(r.Of(p.Name)))
		}
	}
	r := made(t, in, significance.Options{Tests: []string{"friedman", "wilcoxon", "sign"}})
	c.add("wilcoxon", alike(r.Of("wilcoxon")))
	c.add("sign", alike(r.Of("sign")))
	if differs != "" {
		return
	}
	overall := r.Of("iman_davenport")
	overall[0].Better = "one of them"
	c.add("friedman, by Iman and Davenport", overall)
}

// A control that is chosen by the ranks, the best method, does not hold the level, so that
// tables without a baseline have none.
func TestNullsOfTheBestAsControl(t *testing.T) {
	for _, methods := range []int{5, 20} {
		rng, counts := rand.New(rand.NewPCG(4, uint64(methods))), newTally()
		for range nulls(t) {
			in := alike(rng, 20, methods, 0)
			c := &comparison{table: in, Result: &Result{Datasets: in.Datasets, Methods: in.Methods}}
			for j := range in.Methods {
				c.means = append(c.means, in.Means(j))
			}
			ranks := stats.MeanRanks(c.rankTable())
			for name, control := range map[string]int{"best": slices.Index(ranks, slices.Min(ranks)), "first": 0} {
				_, p := posthoc.Z(ranks, 20, posthoc.AgainstControl(methods, control))
				counts.add(name, []Row{{Found: slices.Min(posthoc.Holm(p)) < 0.05, Better: "one of them"}})
			}
		}
		n := counts.tables["best"]
		t.Logf("%d methods on 20 datasets, Holm's procedure against the best %.2f %%, against the first %.2f %%", methods,
			100*counts.share("best"), 100*counts.share("first"))
		if counts.share("first") > beyond(0.05, n) || methods == 20 && counts.share("best") < beyond(0.05, n) {
			t.Errorf("%d methods: %v", methods, counts.found)
		}
	}
}

// Bayesian tests over datasets find a method better with a probability above 0.95, on the one
// side or the other.
func TestNullsOfBayesianTests(t *testing.T) {
	rng, counts := rand.New(rand.NewPCG(2, 0)), newTally()
	n := nulls(t)
	for i := range n {
		in := alike(rng, 20, 2, 0)
		for _, rope := range []float64{0, 0.1} {
			counts.add(fmt.Sprintf("bayes_sign, rope %v", rope), made(t, in, significance.Options{Tests: []string{"bayes_sign"}, Rope: rope}).Rows)
			if i%20 == 0 {
				r := made(t, in, significance.Options{Tests: []string{"bayes_signed_rank"}, Rope: rope})
				counts.add(fmt.Sprintf("bayes_signed_rank, rope %v", rope), r.Rows)
			}
		}
		if i%100 == 0 {
			r := made(t, alikeOnFolds(rng, 10, 10), significance.Options{Tests: []string{"bayes_hierarchical"}, Rope: 0.1})
			counts.add("bayes_hierarchical, rope 0.1", r.Rows)
		}
	}
	counts.check(t)
}

// alikeOnFolds are two methods on folds of datasets, on which their difference is drawn from
// one distribution about 0.
func alikeOnFolds(rng *rand.Rand, datasets, folds int) *measured.Table {
	t := alike(rng, datasets, 2, 0)
	for i := range t.Parts {
		delta := rng.NormFloat64()
		p := measured.Parts{Values: make([][]float64, 2)}
		for f := range folds {
			p.Units = append(p.Units, measured.Unit{Repeat: "0", Fold: strconv.Itoa(f)})
			p.Values[0] = append(p.Values[0], delta+rng.NormFloat64())
			p.Values[1] = append(p.Values[1], 0)
		}
		t.Parts[i] = p
	}
	return t
}

// Under its own assumptions, normal differences that are correlated by the share of the test
// rows, the corrected t-test keeps its level, and so does McNemar's of independent rows.
func TestNullsOfAssumptions(t *testing.T) {
	rng, counts := rand.New(rand.NewPCG(5, 0)), newTally()
	for range nulls(t) {
		const folds, share = 10, 0.3
		p := measured.Parts{Values: make([][]float64, 2), TestRows: 30 * folds, TrainRows: 70 * folds}
		common := math.Sqrt(share) * rng.NormFloat64()
		single := measured.Parts{Units: make([]measured.Unit, 100), Values: make([][]float64, 2)}
		for f := range folds {
			p.Units = append(p.Units, measured.Unit{Repeat: strconv.Itoa(f), Fold: "0"})
			p.Values[0] = append(p.Values[0], common+math.Sqrt(1-share)*rng.NormFloat64())
			p.Values[1] = append(p.Values[1], 0)
		}
		for range single.Units {
			for j := range single.Values {
				single.Values[j] = append(single.Values[j], float64(rng.IntN(2)))
			}
		}
		in := &measured.Table{Datasets: []string{"d"}, Methods: []string{"a", "b"}, Parts: []measured.Parts{p},
			Singles: []measured.Parts{single}}
		r := made(t, in, significance.Options{Tests: []string{"corrected_t", "bayes_correlated_t", "mcnemar"}})
		counts.add("t of correlated normal differences", r.Of("corrected_t"))
		counts.add("mcnemar", r.Of("mcnemar"))
		counts.add("mcnemar_exact", r.Of("mcnemar_exact"))
	}
	counts.check(t)
}

// designs are ways to divide 80 rows, with the tests that suit them.
var designs = []struct {
	name, method string
	config       map[string]any
	tests        []string
}{
	{"10 folds", "stratified_kfold", map[string]any{"folds": 10}, []string{"corrected_t", "bayes_correlated_t", "mcnemar"}},
	{"3 folds", "kfold", map[string]any{"folds": 3}, []string{"corrected_t", "bayes_correlated_t"}},
	{"3 times 10 folds", "stratified_kfold", map[string]any{"folds": 10, "repeats": 3}, []string{"corrected_t", "bayes_correlated_t"}},
	{"30 bootstrap samples", "bootstrap", map[string]any{"repeats": 30}, []string{"corrected_t", "bayes_correlated_t"}},
	{"10 holdouts", "holdout", map[string]any{"repeats": 10}, []string{"corrected_t", "bayes_correlated_t"}},
	{"5 times 2 folds", "stratified_kfold", map[string]any{"folds": 2, "repeats": 5},
		[]string{"corrected_t", "bayes_correlated_t", "five_by_two"}},
}

// Two classifiers that are equally good, nearest means of the one and of the other of two
// features that are alike, are compared by the tests over folds under each design. Were rows
// that a bootstrap sample draws twice counted twice, the corrected t-test would find too much.
func TestNullsOverFolds(t *testing.T) {
	for n, design := range designs {
		t.Run(design.name, func(t *testing.T) {
			t.Parallel()
			counts, drawn := newTally(), newTally()
			rng := rand.New(rand.NewPCG(3, uint64(n)))
			for range nulls(t) {
				in := newRace(rng, 80).divided(t, design.method, contract.NewConfig(design.config), rng.Uint64())
				r := made(t, in.table(false), significance.Options{Tests: design.tests})
				for _, name := range design.tests {
					exact := map[string]string{"mcnemar": "mcnemar_exact", "five_by_two": "five_by_two_f"}[name]
					counts.add(name, r.Of(name))
					if exact != "" {
						counts.add(exact, r.Of(exact))
					}
				}
				drawn.add("corrected_t", made(t, in.table(true), significance.Options{Tests: []string{"corrected_t"}}).Of("corrected_t"))
			}
			counts.check(t)
			if design.method != "bootstrap" {
				return
			}
			share := drawn.share("corrected_t")
			t.Logf("%-42s %5.2f %%", "corrected_t, rows as often as drawn", 100*share)
			if share < beyond(0.05, drawn.tables["corrected_t"]) {
				t.Errorf("with rows as often as they are drawn the corrected t-test finds something in %.2f %% only", 100*share)
			}
		})
	}
}

// race is a dataset of two classes with two features, on which two classifiers are compared.
type race struct {
	class    []int
	features [2][]float64
	values   []measured.Value
	hits     [2][]float64 // of the first repeat, whether each row is predicted right
	drawn    int          // training rows of all folds, as often as they were drawn
}

func newRace(rng *rand.Rand, rows int) *race {
	r := &race{}
	for i := range rows {
		r.class = append(r.class, i%2)
		for f := range r.features {
			r.features[f] = append(r.features[f], rng.NormFloat64()+0.6*float64(i%2))
		}
	}
	return r
}

// divided measures both classifiers on the folds of a design.
func (r *race) divided(t *testing.T, method string, cfg contract.Config, seed uint64) *race {
	t.Helper()
	in := data.Design{Target: target.Target{Names: []string{"0", "1"}}, Truth: target.Rows{Class: r.class}}
	repeats, diagnostics := fold.Make(method, cfg, in, seed)
	if len(repeats) == 0 {
		t.Fatal(diagnostics)
	}
	for n, repeat := range repeats {
		for f := range repeat.Folds {
			r.measure(n, f, repeat)
		}
	}
	return r
}

// measure trains on a fold: a class's mean of the feature, rows as often as they are drawn.
func (r *race) measure(repeat, f int, division fold.Repeat) {
	at := measured.Unit{Repeat: strconv.Itoa(repeat), Fold: strconv.Itoa(f)}
	for j, x := range r.features {
		v := measured.Value{Dataset: "d", Method: string(rune('a' + j)), Unit: at}
		var sums, counts [2]float64
		for i, test := range division.Test {
			if test == f || test == fold.Out {
				continue
			}
			v.TrainRows++
			copies := division.Copies(i)
			sums[r.class[i]] += float64(copies) * x[i]
			counts[r.class[i]] += float64(copies)
		}
		r.drawn += int(counts[0]+counts[1]) / len(r.features)
		low, high := sums[0]/counts[0], sums[1]/counts[1]
		hits := 0.0
		for i, test := range division.Test {
			if test != f {
				continue
			}
			v.TestRows++
			hit := 0.0
			if predicted := (x[i] > (low+high)/2) == (low < high); predicted == (r.class[i] == 1) {
				hit = 1
			}
			hits += hit
			if repeat == 0 {
				r.hits[j] = append(r.hits[j], hit)
			}
		}
		v.Value = hits / float64(v.TestRows)
		r.values = append(r.values, v)
	}
}

// table is the table of the race, with training rows that are different or, if drawn, as
// often as they were drawn.
func (r *race) table(drawn bool) *measured.Table {
	t, _ := measured.New(r.values)
	if drawn {
		t.Parts[0].TrainRows = r.drawn
	}
	t.Singles = []measured.Parts{{Units: make([]measured.Unit, len(r.hits[0])), Values: [][]float64{r.hits[0], r.hits[1]}}}
	return t
}
