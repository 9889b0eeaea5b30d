package compare

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes"
	"github.com/manyclass/bench/framework/showing/picture"
)

// Picture is one that shows a comparison.
type Picture struct {
	Name string   // what it shows, in some words
	File []string // the parts of its file's name
	Draw func(io.Writer) error
}

// Most pairs that have a picture of their own, most rows of a picture of differences before
// only those of the best method are shown, and draws of a posterior.
const (
	mostPictured   = 6
	mostDifferent  = 40
	posteriorDraws = 5000
)

// Pictures are the pictures of a comparison: mean ranks, wins of pairs, differences with
// their intervals, and for the pairs of the best mean rank, or of the control, with the six
// next ones the posteriors, and the one method against the other.
func (r *Result) Pictures() []Picture {
	var list []Picture
	if r.PostHoc != "" {
		list = append(list, Picture{"critical difference", []string{"critical_difference"}, r.Diagram})
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
	return list
}

// measure is what the values are.
func (r *Result) measure() string { return cmp.Or(r.Measure, "value") }

// byRank are the numbers of the methods, best mean rank first.
func (r *Result) byRank() []int {
	order := lists.Range(len(r.Methods))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Ranks[a], r.Ranks[b]) })
	return order
}

// number is the place of a method.
func (r *Result) number(method string) int { return slices.Index(r.Methods, method) }

// first is what the pictures of pairs are about: the control or the best method.
func (r *Result) first() string { return cmp.Or(r.Control, r.Methods[r.byRank()[0]]) }

// leading are those rows of a test that are about the first method, by the rank of the
// other, at most most of them.
func (r *Result) leading(rows []Row, most int) []Row {
	first := r.first()
	rows = lists.Filter(rows, func(row Row) bool { return row.A == first || row.B == first })
	rank := func(row Row) float64 { return r.Ranks[r.number(row.A)] + r.Ranks[r.number(row.B)] }
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(rank(a), rank(b)) })
	return rows[:min(most, len(rows))]
}

// apart says of each method whether it differs significantly from the control.
func (r *Result) apart() []bool {
	out := make([]bool, len(r.Methods))
	for _, row := range r.of(r.PostHoc) {
		other := row.A
		if other == r.Control {
			other = row.B
		}
		out[r.number(other)] = row.Found
	}
	return out
}

// Diagram draws the mean ranks with the methods that are not significantly different, or with those that
// differ significantly from the control.
func (r *Result) Diagram(w io.Writer) error {
	c := picture.Comparison{Title: r.Name, Labels: r.Methods, Ranks: r.Ranks, CD: r.Critical, Groups: r.Groups}
	if r.Control != "" {
		c.Control, c.Apart = r.Control, r.apart()
	}
	return picture.CriticalDifference(w, c)
}

// winPicture shows of each pair on how many datasets the one is better, with what the first
// test of pairs over datasets says.
func (r *Result) winPicture() Picture {
	order := r.byRank()
	m := picture.Wins{Title: r.Name + ": pairs on datasets"}
	for _, i := range order {
		m.Labels = append(m.Labels, r.Methods[i])
		var won, tied []int
		for _, j := range order {
			w, t := r.wins(i, j)
			won, tied = append(won, w), append(tied, t)
		}
		m.Won, m.Tied = append(m.Won, won), append(m.Tied, tied)
	}
	r.fillWins(&m)
	return Picture{"wins of pairs", []string{"wins"}, func(w io.Writer) error { return picture.WinMatrix(w, m) }}
}

// wins counts the datasets on which i is better than j, and those on which they are equal.
func (r *Result) wins(i, j int) (won, tied int) {
	for d, a := range r.Values[i] {
		switch b := r.Values[j][d]; {
		case stats.Tied(a, b):
			tied++
		case (a > b) != r.SmallerIsBetter:
			won++
		}
	}
	return won, tied
}

// fillWins adds the p-values or probabilities of the pairs, and which count.
func (r *Result) fillWins(m *picture.Wins) {
	for _, test := range []string{r.PostHoc, "wilcoxon", "sign", "bayes_signed_rank", "bayes_sign"} {
		rows := r.of(test)
		if test == "" || len(rows) == 0 {
			continue
		}
		n := len(m.Labels)
		for range n {
			m.Values = append(m.Values, slices.Repeat([]float64{math.NaN()}, n))
			m.Found = append(m.Found, make([]bool, n))
		}
		m.Value = "p, adjusted (" + test + ")"
		for _, row := range rows {
			a, b := slices.Index(m.Labels, row.A), slices.Index(m.Labels, row.B)
			m.Values[a][b], m.Values[b][a] = row.PAdjusted, row.PAdjusted
			if !math.IsNaN(row.PLeft) {
				m.Value = "probability that the row is better (" + test + ")"
				m.Values[a][b], m.Values[b][a] = row.PLeft, row.PRight
			}
			m.Found[a][b], m.Found[b][a] = row.Found, row.Found
		}
		return
	}
}

// effectPictures show the sizes of effects over datasets.
func (r *Result) effectPictures() []Picture {
	var list []Picture
	for _, effect := range []struct {
		test, unit string
		zero       float64
	}{
		{"mean_difference", "mean difference of " + r.measure() + ", a − b", 0},
		{"a12", "A12: probability that a is above b", 0.5}, {"d", "Cohen's d of a − b", 0},
	} {
		rows := r.of(effect.test)
		if len(rows) > mostDifferent {
			rows = r.leading(rows, len(rows))
		}
		f := picture.Forest{Title: r.Name + ": " + effect.unit, Unit: effect.unit, Zero: effect.zero}
		for _, row := range rows {
			f.Rows = append(f.Rows, picture.Interval{Label: row.pair(), Value: row.Effect, Low: row.Low, High: row.High})
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
func (r *Result) onDatasetPictures(test string) []Picture {
	unit := "difference of " + r.measure() + ", a − b"
	rope := 0.0
	if test == "bayes_correlated_t" {
		rope = r.Rope
	}
	var list []Picture
	if len(r.Datasets) == 1 {
		rows := r.of(test)
		if len(rows) > mostDifferent {
			rows = r.leading(rows, len(rows))
		}
		f := picture.Forest{Title: r.Name + ": " + titles[test], Unit: unit, Rope: rope}
		for _, row := range rows {
			f.Rows = append(f.Rows, interval(row, Row{A: row.A, B: row.B}.pair()))
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
func interval(row Row, label string) picture.Interval {
	return picture.Interval{Label: label, Value: row.Effect, Low: row.Low, High: row.High,
		Found: row.Found && row.Better != ""}
}

// pairForests are the forest plots of the leading pairs over datasets.
func (r *Result) pairForests(test, unit string, rope float64) []Picture {
	all := r.of(test)
	onFirst := lists.Filter(all, func(row Row) bool { return row.Dataset == r.Datasets[0] })
	var list []Picture
	for _, pair := range r.leading(onFirst, mostPictured) {
		f := picture.Forest{Title: fmt.Sprintf("%s (a) vs %s (b): %s", pair.A, pair.B, titles[test]), Unit: unit, Rope: rope}
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
func (r *Result) densityPictures() []Picture {
	rows := r.of("bayes_correlated_t")
	if len(r.Datasets) > 1 {
		first := r.leading(rows, 1)[0]
		rows = lists.Filter(rows, func(row Row) bool { return row.A == first.A && row.B == first.B })
	} else {
		rows = r.leading(rows, mostPictured)
	}
	var list []Picture
	rows = lists.Filter(rows, func(row Row) bool { return row.High > row.Low }) // else nothing varies
	for _, row := range rows[:min(mostPictured, len(rows))] {
		_, reach := stats.Test{SE: 1, DF: row.N - 1}.Interval(r.Level)
		d := picture.Density{Title: row.pair() + ": Bayesian correlated t-test", Measure: r.measure(), A: row.A, B: row.B,
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
func (r *Result) simplexPictures(test string, draws func(d []float64, rope float64, n int) [][3]float64) []Picture {
	if r.Rope == 0 {
		return nil
	}
	var list []Picture
	for _, row := range r.leading(r.of(test), mostPictured) {
		s := picture.Simplex{Title: row.pair() + ": " + titles[test], A: row.A, B: row.B, Rope: r.Rope,
			Probabilities: [3]float64{row.PLeft, row.PRope, row.PRight}}
		draw := func(w io.Writer) error {
			s.Draws = r.turned(draws(minus(r.Values[r.number(row.A)], r.Values[r.number(row.B)]), r.Rope, posteriorDraws))
			return picture.Simplexes(w, s)
		}
		list = append(list, Picture{s.Title, []string{test, row.A, row.B}, draw})
	}
	return list
}

// turned turns draws of differences above, within and below the rope to what is better.
func (r *Result) turned(draws [][3]float64) [][3]float64 {
	if r.SmallerIsBetter {
		for i := range draws {
			slices.Reverse(draws[i][:])
		}
	}
	return draws
}

// scatterPictures show the first method against the next ones.
func (r *Result) scatterPictures() []Picture {
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
