package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// repeated are the tests whose rejections are looked for again: quick ones with p-values.
var repeated = []string{"friedman", "wilcoxon", "sign", "corrected_t"}

// stability repeats the comparison without each dataset, without each repeat, and on what the
// table has besides, and says in how many of these analyses the conclusions stay.
func (c *comparison) stability() {
	if n := len(c.Datasets); n > 2 {
		c.judge("stability", "dataset", c.withoutDatasets, func() (string, bool) {
			return fmt.Sprintf("leaving out each of the %d datasets", n), n > stats.LeastDatasets
		})
	}
	if repeats := c.repeats(); len(repeats) > 1 {
		c.judge("stability_repeats", "repeat", func() []leaveOut { return c.withoutRepeats(repeats) }, func() (string, bool) {
			return fmt.Sprintf("leaving out each of the %d repeats", len(repeats)), true
		})
	}
	for _, kind := range []struct{ what, title string }{{"metric", "taking each of the other %d metrics"},
		{"setting", "leaving out each of the %d settings that are averaged"}} {
		others := lists.Filter(c.table.Others, func(o measured.Other) bool { return o.What == kind.what })
		if len(others) == 0 {
			continue
		}
		c.judge("stability_"+kind.what+"s", kind.what, func() []leaveOut {
			return lists.Map(others, func(o measured.Other) leaveOut { return leaveOut{o.Name, o.Table, o.SmallerIsBetter} })
		}, func() (string, bool) { return fmt.Sprintf(kind.title, len(others)), kind.what != "metric" })
	}
	c.withoutMethods()
}

// judge makes the analyses and adds their rows and the sentence. How says what is done, and
// whether rejections of pairs are looked at.
func (c *comparison) judge(name, what string, analyses func() []leaveOut, how func() (string, bool)) {
	title, pairs := how()
	if c.laborious() {
		c.note("How stable the conclusions are when %ss are left out is not computed: with %s on %s it would "+
			"take too long.", what, wording.Count(len(c.Methods), "method"), wording.Count(len(c.Datasets), "dataset"))
		return
	}
	first, found := c.winner(), c.found(what)
	var leads Held
	stays := make([]Held, len(found))
	for _, one := range analyses() {
		again := c.again(one)
		leads.with(one.part, again.winner() == first)
		made := again.found(what)
		for i, row := range found {
			stays[i].with(one.part, slices.ContainsFunc(made, row.same))
		}
	}
	if first != "" {
		row := blank(name)
		row.A = first
		c.addHeld(row, leads)
	}
	for i, row := range found {
		if pairs {
			held := blank(name + "_" + row.Test)
			held.A, held.B, held.Dataset = row.A, row.B, row.Dataset
			c.addHeld(held, stays[i])
		}
	}
	if !pairs {
		found, stays = nil, nil
	}
	c.sayStable(what, title, first, leads, found, stays)
}

// again makes the quick tests of the comparison on other data.
func (c *comparison) again(one leaveOut) *comparison {
	options := c.Options
	options.SmallerIsBetter = one.smaller
	r := &comparison{table: one.table, pairs: c.pairs, Result: &Result{Options: options, Datasets: one.table.Datasets,
		Methods: c.Methods, Critical: math.NaN()}}
	for j := range c.Methods {
		r.means = append(r.means, one.table.Means(slices.Index(one.table.Methods, c.Methods[j])))
	}
	r.Ranks = stats.MeanRanks(r.rankTable())
	for _, t := range tests {
		if slices.Contains(repeated, t.name) && slices.Contains(c.Tests, t.name) && t.check(r) == nil {
			t.run(r)
		}
	}
	return r
}

// winner is the method that alone has the best mean rank, "" if there is none.
func (c *comparison) winner() string {
	best := slices.Min(c.Ranks)
	in := lists.Filter(lists.Range(len(c.Ranks)), func(j int) bool { return stats.Tied(c.Ranks[j], best) })
	if len(in) != 1 {
		return ""
	}
	return c.Methods[in[0]]
}

// found are the pairs that the repeated tests distinguish, where leaving out what changes them.
func (c *comparison) found(what string) []Row {
	return lists.Filter(c.Rows, func(r Row) bool {
		again := slices.Contains(repeated, r.Test) || r.Test == c.PostHoc
		return r.Found && r.B != "" && again && (what != "dataset" || r.Dataset == "")
	})
}

// same reports whether a row finds the same difference.
func (r Row) same(other Row) bool {
	return r.Test == other.Test && r.Pair() == other.Pair() && r.Better == other.Better
}

// addHeld adds a conclusion: in how many analyses it stays, and a row for each part that it
// hangs on.
func (c *comparison) addHeld(row Row, h Held) {
	row.Statistic, row.N = float64(h.Stays), h.Of
	c.Rows = append(c.Rows, row)
	if row.Test != "stability" && row.B == "" || row.Dataset != "" {
		return
	}
	for _, part := range h.Without {
		if slices.Contains(c.Datasets, part) {
			row.Dataset, row.Statistic, row.N = part, 0, 1
			c.Rows = append(c.Rows, row)
		}
	}
}

// sayStable says in a sentence what stays.
func (c *comparison) sayStable(what, how, first string, leads Held, found []Row, stays []Held) {
	text := ""
	if first != "" {
		by := map[bool]string{true: " by mean rank"}[len(c.Datasets) > 1]
		text = fmt.Sprintf("%s stays the best%s in %s", first, by, leads.text(what))
	}
	if len(found) > 0 {
		if text != "" {
			text += "; "
		}
		text += rejections(what, found, stays)
	}
	if text == "" {
		return
	}
	text = "Stability, " + how + ": " + text + "."
	c.Stable = append(c.Stable, text)
	c.say("%s", text)
}

// rejections says in how many analyses significant differences stay: of each that is not always.
func rejections(what string, found []Row, stays []Held) string {
	var texts []string
	for i, row := range found {
		if h := stays[i]; h.Stays < h.Of {
			texts = append(texts, fmt.Sprintf("that %s (%s) in %s", row.finding(), row.Test, h.text(what)))
		}
	}
	all := fmt.Sprintf("all %d significant differences hold", len(found))
	if len(found) == 1 {
		all = "the significant difference holds"
	}
	switch {
	case len(texts) == 0:
		return all + " in every one"
	case len(texts) < len(found):
		return fmt.Sprintf("of %d significant differences %d hold in every one, the others less often: %s", len(found),
			len(found)-len(texts), wording.First(texts, mostNamed))
	}
	return fmt.Sprintf("significant differences do not always hold: %s", wording.First(texts, mostNamed))
}

// StableFirst says in how many of the analyses without one dataset the method of the best mean
// rank stays; "" if there are fewer than three datasets or several methods are best. Values are
// of each method, one of each dataset.
func StableFirst(datasets, methods []string, values [][]float64, smallerIsBetter bool) string {
	t := &measured.Table{Datasets: datasets, Methods: methods}
	for i := range datasets {
		t.Parts = append(t.Parts, measured.Parts{Units: []measured.Unit{{}},
			Values: lists.Map(values, func(v []float64) []float64 { return v[i : i+1] })})
	}
	c := &comparison{table: t, Result: &Result{Options: significance.Options{SmallerIsBetter: smallerIsBetter},
		Datasets: datasets, Methods: methods}, means: values}
	c.Ranks = stats.MeanRanks(c.rankTable())
	c.stability()
	return strings.Join(c.Stable, " ")
}
