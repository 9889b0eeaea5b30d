package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/evaluation/stats/power"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// The rows of power: of a test with the datasets or repeats that there are, and how many of
// them are needed.
const (
	powerOverDatasets  = "power_wilcoxon"
	powerOnDataset     = "power_corrected_t"
	powerDatasets      = powerOverDatasets + "_datasets"
	powerRepeats       = powerOnDataset + "_repeats"
	leastPilotDatasets = 3
	mostPowered        = 60 // pairs; of more only those of the best method
)

// power says how often the difference of interest would be found in studies like this one.
func (c *comparison) power() {
	if c.Power == 0 {
		return
	}
	if len(c.Datasets) >= leastPilotDatasets {
		c.powerOverDatasets()
	}
	c.powerOnDatasets()
	if len(c.Of(powerDatasets))+len(c.Of(powerRepeats)) == 0 {
		c.note("Power is not computed: a pilot study needs %d datasets, or a dataset with %d folds, the same in each "+
			"repeat.", leastPilotDatasets, stats.LeastFolds)
	}
}

// powerOverDatasets is about Wilcoxon's test of each pair.
func (c *comparison) powerOverDatasets() {
	pairs := c.pairs
	if len(pairs) > mostPowered {
		best := slices.Index(c.Ranks, slices.Min(c.Ranks))
		pairs = lists.Filter(pairs, func(p posthoc.Pair) bool { return p.A == best || p.B == best })
	}
	level := c.Level / float64(len(c.pairs))
	var now, needed []Row
	for _, pair := range pairs {
		d := c.Differences(pair.A, pair.B)
		row := c.ofPair(powerOverDatasets, pair)
		row.Statistic, row.Effect, row.N = power.Datasets(d, c.Power, level, len(d)), c.Power, len(d)
		enough := c.ofPair(powerDatasets, pair)
		enough.Statistic, enough.Effect, enough.N = power.Enough, c.Power, power.DatasetsNeeded(d, c.Power, level)
		now, needed = append(now, row), append(needed, enough)
	}
	c.Rows = append(append(c.Rows, now...), needed...)
	c.say("Power: for a difference of %v in the mean over datasets, %d studies by Wilcoxon's test at level %s (the "+
		"first step of Holm's procedure for %s) are simulated for each pair, with differences that vary over datasets "+
		"as those here. %s", c.Power, power.Simulations, sheet.Rounded(level, 4), wording.Count(len(c.pairs), "pair"),
		sayNeeded(needed, "dataset", power.MostDatasets))
}

// powerOnDatasets is about the corrected t-test on each dataset with folds: of the median pair.
func (c *comparison) powerOnDatasets() {
	level := c.Level / float64(len(c.pairs))
	var now, needed []Row
	for i, parts := range c.table.Parts {
		repeats, folds, whole := parts.Division()
		if c.withoutFolds(i) != nil || !whole || folds < 2 {
			continue
		}
		test, train := parts.Shares()
		spreads := lists.Map(c.pairs, func(p posthoc.Pair) float64 {
			return stats.SD(stats.Differences(parts.Values[p.A], parts.Values[p.B]))
		})
		slices.Sort(spreads)
		sd := stats.Quantile(spreads, 0.5)
		row, enough := blank(powerOnDataset), blank(powerRepeats)
		row.Dataset, row.Effect, row.N = c.Datasets[i], c.Power, repeats
		row.Statistic = power.Repeats(sd, c.Power, level, test, train, folds, repeats)
		enough.Dataset, enough.Statistic, enough.Effect = c.Datasets[i], power.Enough, c.Power
		enough.N = power.RepeatsNeeded(sd, c.Power, level, test, train, folds)
		now, needed = append(now, row), append(needed, enough)
	}
	if len(now) == 0 {
		return
	}
	c.Rows = append(append(c.Rows, now...), needed...)
	c.say("Power on single datasets: the same for the corrected resampled t-test at level %s, with the median over "+
		"pairs of the standard deviation over folds. More repeats help only up to a limit, since they train on the "+
		"same rows. %s", sheet.Rounded(level, 4), sayNeeded(needed, "repeat", power.MostRepeats))
}

// sayNeeded says how many datasets or repeats are needed for the easiest and the hardest.
func sayNeeded(needed []Row, what string, most int) string {
	counts := lists.Map(needed, func(r Row) int { return r.N })
	reached := lists.Filter(counts, func(n int) bool { return n > 0 })
	text := fmt.Sprintf("No number of %ss up to %d has a power of %v.", what, most, power.Enough)
	if len(reached) > 0 {
		from, to := slices.Min(reached), slices.Max(reached)
		text = fmt.Sprintf("A power of %v needs %s", power.Enough, wording.Count(from, what))
		if to > from {
			text = fmt.Sprintf("A power of %v needs %d to %d %ss", power.Enough, from, to, what)
		}
		if missed := len(counts) - len(reached); missed > 0 {
			text += fmt.Sprintf("; for %d of %d even %d are too few", missed, len(counts), most)
		}
		text += "."
	}
	return text
}

// powers are the tables of power.
func (r *Result) powers() []sheet.Section {
	var out []sheet.Section
	for _, of := range []struct{ now, needed, title, head, what string }{
		{powerOverDatasets, powerDatasets, "Power over datasets", "a vs b", "dataset"},
		{powerOnDataset, powerRepeats, "Power on datasets", "dataset", "repeat"},
	} {
		now, needed := r.Of(of.now), r.Of(of.needed)
		if len(now) == 0 {
			continue
		}
		section := sheet.Section{Title: of.title,
			Caption: fmt.Sprintf("Of a difference of %v, with the %ss that there are; %ss for a power of %v", r.Power,
				of.what, of.what, power.Enough),
			Lines: [][]sheet.Cell{sheet.Labels([]string{of.head, of.what + "s", "power", "needed"})}}
		for i, row := range now[:min(len(now), mostShown)] {
			name, count := row.Pair(), fmt.Sprint(needed[i].N)
			if row.A == "" {
				name = row.Dataset
			}
			if needed[i].N == 0 {
				count = "too many"
			}
			section.Lines = append(section.Lines, []sheet.Cell{sheet.Label(name), sheet.Label(fmt.Sprint(row.N)),
				sheet.Numeral(row.Statistic), sheet.Label(count)})
		}
		out = append(out, section)
	}
	return out
}

// PowerText writes what the comparison says of power, and its tables.
func (r *Result) PowerText(w io.Writer, width int) error {
	sentences := lists.Filter(append(slices.Clone(r.Explanation), r.Remarks...), func(s string) bool {
		return strings.HasPrefix(s, "Power")
	})
	for _, text := range sentences {
		if _, err := io.WriteString(w, wording.Wrap(sheet.Flat(text), "", "", width)+"\n\n"); err != nil {
			return err
		}
	}
	return sheet.Sheet{Name: r.Name, Sections: r.powers()}.Text(w, width)
}
