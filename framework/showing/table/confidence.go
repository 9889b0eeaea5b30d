package table

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// The values of confidence.
const (
	byCorrected  = "corrected"
	byWald       = "wald"
	byWaldWithin = "wald_within"
)

// interval is that of an entry by what the table asks for. Values that are pooled or that are
// means over other axes than folds have none, and of several repeats only the corrected one.
func (g *Grid) interval(group []score.Row) Interval {
	none := Interval{math.NaN(), math.NaN()}
	if g.print.Confidence == "" || len(g.Average) > 0 || len(group) == 0 || len(g.hidden(group)) > 0 {
		return none
	}
	var values []float64
	var folds []stats.FoldShare
	test, train := 0.0, 0.0
	repeats := map[int]bool{}
	for _, s := range group {
		if !s.Defined() || s.Pooled {
			return none
		}
		values = append(values, s.Value)
		folds = append(folds, stats.FoldShare{Share: s.Value, Rows: s.TestRows})
		test, train = test+float64(s.TestRows), train+float64(s.Different())
		repeats[s.Repeat] = true
	}
	switch {
	case g.print.Confidence == byCorrected:
		apart := stats.Differences(values, make([]float64, len(values))) // from 0, rounding taken out
		low, high := stats.CorrectedResampled(apart, test, train).Interval(Level)
		return Interval{low, high}
	case len(repeats) > 1:
		return none
	}
	low, high := stats.WaldCV(folds, Level, g.print.Confidence == byWaldWithin)
	return Interval{low, high}
}

// spread is what follows a mean: its interval, where the table has such, or the deviation.
func (g Grid) spread(e Entry, decimals int) string {
	switch {
	case g.print.Confidence != "" && !math.IsNaN(e.Low):
		return fmt.Sprintf(" [%s, %s]", sheet.Rounded(e.Low, decimals), sheet.Rounded(e.High, decimals))
	case g.print.Confidence == "" && !math.IsNaN(e.SD):
		return " ± " + sheet.Rounded(e.SD, decimals)
	}
	return ""
}

// spreadName says what follows the means.
func (g Grid) spreadName() string {
	switch g.print.Confidence {
	case byCorrected:
		return "mean [95 % interval of the corrected resampled t-test]"
	case byWald:
		return "mean [95 % interval of Bayle and others, all pairs]"
	case byWaldWithin:
		return "mean [95 % interval of Bayle and others, within folds]"
	}
	return "mean ± standard deviation"
}
