package pictured

import (
	"fmt"
	"io"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/picture"
)

// Of returns the pictures of a comparison: mean ranks, wins of pairs, every pair by itself,
// performance profiles, differences with their intervals, and for the pairs of the best mean
// rank, or of the control, with the six next ones the posteriors, and the one method against
// the other.
func Of(result *compare.Result) []Picture {
	r := shown{result}
	var list []Picture
	if r.PostHoc != "" {
		list = append(list, Picture{"critical difference", []string{"critical_difference"}, r.diagram})
	}
	if r.Values == nil {
		return list
	}
	if len(r.Datasets) > 1 && len(r.Methods) > 2 {
		list = append(list, r.winPicture(), r.pairsPicture(), r.profilePicture())
	}
	list = append(list, r.effectPictures()...)
	for _, test := range r.Tests {
		switch test {
		case "corrected_t", "bayes_correlated_t":
			list = append(list, r.onDatasetPictures(test)...)
		case "bayes_signed_rank":
			list = append(list, r.simplexPictures(test, bayes.SignedRankDraws)...)
		case "bayes_sign":
			list = append(list, r.simplexPictures(test, bayes.SignDraws)...)
		}
	}
	if len(r.Datasets) > 1 {
		list = append(list, r.scatterPictures()...)
	}
	list = append(list, r.paretoPictures()...)
	return list
}

// apart says of each method whether it differs significantly from the control.
func (r shown) apart() []bool {
	out := make([]bool, len(r.Methods))
	for _, row := range r.Of(r.PostHoc) {
		other := row.A
		if other == r.Control {
			other = row.B
		}
		out[r.number(other)] = row.Found
	}
	return out
}

// diagram draws the mean ranks with the methods that are not significantly different, or with those that
// differ significantly from the control.
func (r shown) diagram(w io.Writer) error {
	c := picture.Comparison{Title: r.Name, Labels: r.Methods, Ranks: r.Ranks, CD: r.Critical, Groups: r.Groups}
	if r.Control != "" {
		c.Control, c.Apart = r.Control, r.apart()
	}
	return picture.CriticalDifference(w, c)
}

// effectPictures show the sizes of effects over datasets.
func (r shown) effectPictures() []Picture {
	var list []Picture
	for _, effect := range []struct {
		test, unit string
		zero       float64
	}{
		{"mean_difference", "mean difference of " + r.measure() + ", a − b", 0},
		{"a12", "A12: probability that a is above b", 0.5}, {"d", "Cohen's d of a − b", 0},
	} {
		rows := r.Of(effect.test)
		if len(rows) > mostDifferent {
			rows = r.leading(rows, len(rows))
		}
		f := picture.Forest{Title: r.Name + ": " + effect.unit, Unit: effect.unit, Zero: effect.zero}
		for _, row := range rows {
			f.Rows = append(f.Rows, picture.Interval{Label: row.Pair(), Value: row.Effect, Low: row.Low, High: row.High})
		}
		if len(rows) > 0 {
			list = append(list, forestPictures(f, effect.test)...)
		}
	}
	return list
}

// forestPictures are the parts of a forest plot.
func forestPictures(f picture.Forest, file ...string) []Picture {
	var list []Picture
	for i, part := range f.Parts() {
		p := Picture{f.Title, file, func(w io.Writer) error { return picture.Forests(w, part) }}
		if i > 0 {
			p.Name, p.File = fmt.Sprintf("%s, part %d", f.Title, i+1), append(slices.Clone(file), fmt.Sprint(i+1))
		}
		list = append(list, p)
	}
	return list
}

// onDatasetPictures show a test on each dataset: its differences with their intervals, on one
// dataset those of the pairs and else of each leading pair those on the datasets; of the
// Bayesian test also the posteriors on the first datasets.
func (r shown) onDatasetPictures(test string) []Picture {
	unit := "difference of " + r.measure() + ", a − b"
	rope := 0.0
	if test == "bayes_correlated_t" {
		rope = r.Rope
	}
	var list []Picture
	if len(r.Datasets) == 1 {
		rows := r.Of(test)
		if len(rows) > mostDifferent {
			rows = r.leading(rows, len(rows))
		}
		f := picture.Forest{Title: r.Name + ": " + compare.Titles[test], Unit: unit, Rope: rope}
		for _, row := range rows {
			f.Rows = append(f.Rows, interval(row, compare.Row{A: row.A, B: row.B}.Pair()))
		}
		list = forestPictures(f, test)
	} else {
		list = r.pairForests(test, unit, rope)
	}
	if test == "bayes_correlated_t" {
		list = append(list, r.densityPictures()...)
	}
	return list
}

// interval is a row as a forest plot shows it; that both are equivalent is not a difference.
func interval(row compare.Row, label string) picture.Interval {
	return picture.Interval{Label: label, Value: row.Effect, Low: row.Low, High: row.High,
		Found: row.Found && row.Better != ""}
}

// pairForests are the forest plots of the leading pairs over datasets.
func (r shown) pairForests(test, unit string, rope float64) []Picture {
	all := r.Of(test)
	onFirst := lists.Filter(all, func(row compare.Row) bool { return row.Dataset == r.Datasets[0] })
	var list []Picture
	for _, pair := range r.leading(onFirst, mostPictured) {
		f := picture.Forest{Title: fmt.Sprintf("%s (a) vs %s (b): %s", pair.A, pair.B, compare.Titles[test]), Unit: unit,
			Rope: rope}
		for _, row := range all {
			if row.A == pair.A && row.B == pair.B {
				f.Rows = append(f.Rows, interval(row, row.Dataset))
			}
		}
		list = append(list, forestPictures(f, test, pair.A, pair.B)...)
	}
	return list
}

// densityPictures are the posteriors of the leading pairs on one dataset, or of the first
// pair on the first datasets.
func (r shown) densityPictures() []Picture {
	rows := r.Of("bayes_correlated_t")
	if len(r.Datasets) > 1 {
		first := r.leading(rows, 1)[0]
		rows = lists.Filter(rows, func(row compare.Row) bool { return row.A == first.A && row.B == first.B })
	} else {
		rows = r.leading(rows, mostPictured)
	}
	var list []Picture
	rows = lists.Filter(rows, func(row compare.Row) bool { return row.High > row.Low }) // else nothing varies
	for _, row := range rows[:min(mostPictured, len(rows))] {
		_, reach := stats.Test{SE: 1, DF: row.N - 1}.Interval(r.Level)
		d := picture.Density{Title: row.Pair() + ": Bayesian correlated t-test", Measure: r.measure(), A: row.A, B: row.B,
			Mean: row.Effect, Scale: (row.High - row.Low) / 2 / reach, Freedom: float64(row.N - 1), Rope: r.Rope,
			Probabilities: [3]float64{row.PRight, row.PRope, row.PLeft},
			Parts:         [3]string{row.B + " is better", "equivalent", row.A + " is better"}}
		if r.SmallerIsBetter {
			slices.Reverse(d.Probabilities[:])
			slices.Reverse(d.Parts[:])
		}
		list = append(list, Picture{d.Title, []string{"posterior", row.A, row.B, row.Dataset},
			func(w io.Writer) error { return picture.Densities(w, d) }})
	}
	return list
}

// simplexPictures are the posteriors of the leading pairs over datasets; without a rope there
// are two outcomes, and nothing to draw.
func (r shown) simplexPictures(test string, draws func(d []float64, rope float64, n int) [][3]float64) []Picture {
	if r.Rope == 0 {
		return nil
	}
	var list []Picture
	for _, row := range r.leading(r.Of(test), mostPictured) {
		s := picture.Simplex{Title: row.Pair() + ": " + compare.Titles[test], A: row.A, B: row.B, Rope: r.Rope,
			Probabilities: [3]float64{row.PLeft, row.PRope, row.PRight}}
		draw := func(w io.Writer) error {
			s.Draws = r.turned(draws(r.Differences(r.number(row.A), r.number(row.B)), r.Rope, posteriorDraws))
			return picture.Simplexes(w, s)
		}
		list = append(list, Picture{s.Title, []string{test, row.A, row.B}, draw})
	}
	return list
}

// turned turns draws of differences above, within and below the rope to what is better.
func (r shown) turned(draws [][3]float64) [][3]float64 {
	if r.SmallerIsBetter {
		for i := range draws {
			slices.Reverse(draws[i][:])
		}
	}
	return draws
}

// scatterPictures show the first method against the next ones.
func (r shown) scatterPictures() []Picture {
	first := r.first()
	var list []Picture
	for _, j := range r.byRank() {
		other := r.Methods[j]
		if other == first || len(list) == mostPictured {
			continue
		}
		c := picture.Scatter{Title: first + " against " + other, Measure: r.measure(), X: other, Y: first,
			Labels: r.Datasets, SmallerIsBetter: r.SmallerIsBetter}
		for d, y := range r.Values[r.number(first)] {
			c.Points = append(c.Points, [2]float64{r.Values[j][d], y})
		}
		list = append(list, Picture{c.Title, []string{"scatter", first, other},
			func(w io.Writer) error { return picture.Scatters(w, c) }})
	}
	return list
}
