// Package compare says which methods differ, from what was measured of them on some
// datasets: it chooses the tests that suit, applies them, and explains in words what was
// done, what it assumes and what came out.
package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// Compare compares the methods of a table. The error says which option does not suit the
// table, and why.
func Compare(t *measured.Table, o significance.Options) (*Result, error) {
	c := &comparison{table: t, Result: &Result{Options: o, Datasets: t.Datasets, Methods: t.Methods, Critical: math.NaN(),
		Costs: map[string][]float64{}}}
	for j := range t.Methods {
		c.means = append(c.means, t.Means(j))
	}
	for i, name := range measured.CostNames {
		if sums := t.Sums(i); !slices.ContainsFunc(sums, math.IsNaN) {
			c.Costs[name] = sums
		}
	}
	c.Values = c.means
	chosen, err := c.choose()
	if err != nil {
		return nil, err
	}
	c.introduce()
	c.describe()
	for _, one := range chosen {
		one.run(c)
	}
	if len(c.Datasets) == 0 {
		return c.Result, nil
	}
	c.effects()
	c.remark(chosen)
	c.stability()
	c.power()
	return c.Result, nil
}

// choose checks the options and returns the tests, with the defaults filled in.
func (c *comparison) choose() ([]test, error) {
	if len(c.Methods) < 2 || len(c.Datasets) == 0 && !slices.Equal(c.Tests, []string{"skillings_mack"}) {
		return nil, fmt.Errorf("there are %s with values on %s", wording.Count(len(c.Methods), "method"),
			wording.Count(len(c.Datasets), "dataset"))
	}
	if err := c.Check(c.Methods); err != nil {
		return nil, err
	}
	k := len(c.Methods)
	c.pairs = posthoc.Pairs(k)
	if c.Control != "" {
		c.pairs = posthoc.AgainstControl(k, slices.Index(c.Methods, c.Control))
	}
	asked := c.Tests
	if len(asked) == 0 {
		asked = c.suiting()
	}
	c.Tests = nil
	var chosen []test
	for _, t := range tests {
		if !slices.Contains(asked, t.name) {
			continue
		}
		if err := t.check(c); err != nil && c.SkipUnsuited {
			c.note("%s does not apply: %v.", t.name, err)
			continue
		} else if err != nil {
			return nil, fmt.Errorf("%s does not apply: %w", t.name, err)
		}
		c.Tests = append(c.Tests, t.name)
		chosen = append(chosen, t)
	}
	return chosen, c.settlePostHoc()
}

// suiting are the tests for a table of which nothing is asked: Friedman's for three or
// more methods over datasets, Wilcoxon's for two, and on one dataset the corrected t over
// its folds. One value each on one dataset cannot be tested.
func (c *comparison) suiting() []string {
	switch {
	case len(c.Datasets) > 1 && len(c.Methods) > 2:
		return []string{"friedman"}
	case len(c.Datasets) > 1:
		return []string{"wilcoxon"}
	case c.withoutFolds(0) == nil:
		return []string{"corrected_t"}
	}
	return nil
}

// remark adds what to keep in mind: few datasets, methods that are the same.
func (c *comparison) remark(chosen []test) {
	n := len(c.Datasets)
	overDatasets := slices.ContainsFunc(c.Rows, func(r Row) bool {
		return r.Dataset == "" && !(math.IsNaN(r.P) && math.IsNaN(r.PLeft))
	})
	switch {
	case len(chosen) == 0 && len(c.Remarks) > 0:
	case len(chosen) == 0 && c.withoutFolds(0) != nil && len(c.table.Parts[0].Units) > 1:
		c.note("Nothing is tested: there is one dataset, and its folds cannot be compared: %v.", c.withoutFolds(0))
	case len(chosen) == 0:
		c.note("Nothing is tested: one value of each method on one dataset does not show how much of a " +
			"difference is chance. Give values of folds, or of more datasets.")
	case overDatasets && n < stats.LeastDatasets:
		c.note("With only %d datasets, no test over datasets is meaningful: no difference is marked or counted "+
			"as significant.", n)
	case slices.ContainsFunc(chosen, func(t test) bool { return t.name == "friedman" }) && n < stats.ManyDatasets:
		c.note("With %d datasets the p-values of Friedman's test and of mean ranks are rough; the "+
			"approximation needs more than %d.", n, stats.ManyDatasets-1)
	}
	c.remarkConstant()
	c.remarkSame()
	if near := c.nearlyTied(); len(near) > 0 {
		c.note("Values of different methods that differ by no more than rounding (1e-12) count as equal, as on "+
			"%s.", wording.First(near, mostNamed))
	}
}

// remarkSame names methods that no test can distinguish.
func (c *comparison) remarkSame() {
	var same []string
	for _, pair := range posthoc.Pairs(len(c.Methods)) {
		if !slices.ContainsFunc(c.table.Parts, func(p measured.Parts) bool {
			return !slices.Equal(p.Values[pair.A], p.Values[pair.B])
		}) {
			same = append(same, fmt.Sprintf("%q and %q have the same values everywhere", c.Methods[pair.A], c.Methods[pair.B]))
		}
	}
	for _, text := range same[:min(len(same), mostNamed)] {
		c.note("%s.", text)
	}
	if more := len(same) - mostNamed; more > 0 {
		c.note("So have %d more pairs of methods.", more)
	}
}

// nearlyTied names the datasets on which values are tied that are not written alike.
// Means over folds differ by rounding where what they are means of does not, and are not
// looked at.
func (c *comparison) nearlyTied() []string {
	var on []string
	for i, dataset := range c.Datasets {
		values := lists.Map(c.means, func(m []float64) float64 { return m[i] })
		slices.Sort(values)
		for j := 1; j < len(values) && !c.table.Folded(); j++ {
			if values[j] != values[j-1] && stats.Tied(values[j], values[j-1]) {
				on = append(on, dataset)
				break
			}
		}
	}
	return on
}
