package compare

import (
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// withoutDatasets are the tables with one dataset less.
func (c *comparison) withoutDatasets() []leaveOut {
	return lists.Map(lists.Range(len(c.Datasets)), func(i int) leaveOut {
		return leaveOut{c.Datasets[i], &measured.Table{Methods: c.table.Methods,
			Datasets: slices.Delete(slices.Clone(c.table.Datasets), i, i+1),
			Parts:    slices.Delete(slices.Clone(c.table.Parts), i, i+1)}, c.SmallerIsBetter}
	})
}

// repeats are the names of the repeats, if every dataset has all of them.
func (c *comparison) repeats() []string {
	var names []string
	for i, parts := range c.table.Parts {
		var own []string
		for _, u := range parts.Units {
			if !slices.Contains(own, u.Repeat) {
				own = append(own, u.Repeat)
			}
		}
		slices.Sort(own)
		if i > 0 && !slices.Equal(own, names) {
			return nil
		}
		names = own
	}
	return names
}

// withoutRepeats are the tables with one repeat less.
func (c *comparison) withoutRepeats(repeats []string) []leaveOut {
	return lists.Map(repeats, func(repeat string) leaveOut {
		t := &measured.Table{Methods: c.table.Methods, Datasets: c.table.Datasets}
		for _, parts := range c.table.Parts {
			kept := lists.Filter(lists.Range(len(parts.Units)), func(i int) bool { return parts.Units[i].Repeat != repeat })
			less := parts
			less.Units = lists.Pick(parts.Units, kept)
			less.Values = lists.Map(parts.Values, func(v []float64) []float64 { return lists.Pick(v, kept) })
			t.Parts = append(t.Parts, less)
		}
		return leaveOut{repeat, t, c.SmallerIsBetter}
	})
}

// withoutMethods compares the mean ranks again without each method, and says which pairs the
// post-hoc test then judges otherwise: mean ranks of two methods depend on the others
// (Benavoli, Corani and Mangili, JMLR 17(5), 2016).
func (c *comparison) withoutMethods() {
	k := len(c.Methods)
	found := c.Of(c.PostHoc)
	if k < 4 || c.PostHoc == "" || len(found) == 0 || c.Control != "" || k*len(c.pairs) > mostRepeated || c.laborious() {
		return
	}
	stays := make([]Held, len(found))
	for out, name := range c.Methods {
		now := c.apartWithout(out)
		for i, pair := range c.pairs {
			if pair.A != out && pair.B != out {
				stays[i].with(name, now[pair] == found[i].Found)
			}
		}
	}
	var changed []string
	for i, h := range stays {
		row := blank("stability_methods_" + c.PostHoc)
		row.A, row.B, row.Statistic, row.N = found[i].A, found[i].B, float64(h.Stays), h.Of
		c.Rows = append(c.Rows, row)
		if len(h.Without) > 0 {
			becomes := map[bool]string{true: "not significant", false: "significant"}[found[i].Found]
			changed = append(changed, row.A+" and "+row.B+" ("+becomes+" without "+wording.First(h.Without, mostNamed)+")")
		}
	}
	if len(changed) > 0 {
		c.note("Mean ranks of two methods depend on which others are compared: if one method leaves, the test of %s "+
			"judges differently %s. A test of the pairs alone, such as wilcoxon or sign, does not depend on the others "+
			"(Benavoli, Corani and Mangili 2016).", c.PostHoc, wording.First(changed, mostNamed))
	}
}

// apartWithout says which pairs of the other methods are significantly different without one.
func (c *comparison) apartWithout(out int) map[posthoc.Pair]bool {
	others := lists.Filter(lists.Range(len(c.Methods)), func(j int) bool { return j != out })
	less := &comparison{Result: &Result{Options: c.Options, Datasets: c.Datasets}, means: lists.Pick(c.means, others)}
	ranks := less.rankTable()
	f := stats.FriedmanTest(ranks)
	pairs := posthoc.Pairs(len(others))
	z, raw := posthoc.Z(stats.MeanRanks(ranks), f.N, pairs)
	p, _ := c.Procedure()
	apart := map[posthoc.Pair]bool{}
	for i, adjusted := range p.Adjust(f.K, z, raw) {
		apart[posthoc.Pair{A: others[pairs[i].A], B: others[pairs[i].B]}] = f.FP < c.Level && adjusted < c.Level
	}
	return apart
}
