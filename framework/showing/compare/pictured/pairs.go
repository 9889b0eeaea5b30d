package pictured

import (
	"cmp"
	"io"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/picture"
)

// winPicture shows of each pair on how many datasets the one is better, with what the first
// test of pairs over datasets says.
func (r shown) winPicture() Picture {
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
func (r shown) wins(i, j int) (won, tied int) {
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
func (r shown) fillWins(m *picture.Wins) {
	for _, test := range []string{r.PostHoc, "wilcoxon", "sign", "bayes_signed_rank", "bayes_sign", "bradley_terry"} {
		rows := r.Of(test)
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

// everyPair is the multi-comparison matrix of Ismail-Fawaz and others (An Approach to
// Multiple Comparison Benchmark Evaluations that is Stable Under Manipulation of the Comparate
// Set, 2023): of each pair the mean difference, the wins, and the p-value of Wilcoxon's test,
// not adjusted. Nothing of a cell depends on the other methods.
func (r shown) everyPair() picture.Wins {
	order := lists.Range(len(r.Methods))
	means := lists.Map(r.Values, stats.Mean)
	slices.SortStableFunc(order, func(a, b int) int {
		if r.SmallerIsBetter {
			a, b = b, a
		}
		return cmp.Compare(means[b], means[a])
	})
	m := picture.Wins{Title: r.Name + ": every pair by itself", Value: "p of Wilcoxon's test, not adjusted"}
	for _, i := range order {
		m.Labels = append(m.Labels, r.Methods[i])
		var won, tied []int
		var apart, p []float64
		var found []bool
		for _, j := range order {
			w, t := r.wins(i, j)
			won, tied = append(won, w), append(tied, t)
			difference, value := r.apartBy(i, j)
			apart, p = append(apart, difference), append(p, value)
			found = append(found, value < r.Level && len(r.Datasets) >= stats.LeastDatasets)
		}
		m.Won, m.Tied = append(m.Won, won), append(m.Tied, tied)
		m.Differences, m.Values, m.Found = append(m.Differences, apart), append(m.Values, p), append(m.Found, found)
	}
	return m
}

func (r shown) pairsPicture() Picture {
	return Picture{"every pair by itself", []string{"pairs"}, func(w io.Writer) error {
		return picture.WinMatrix(w, r.everyPair())
	}}
}

// apartBy is by how much i is better than j in the mean, and Wilcoxon's p-value; NaN of a
// method and itself.
func (r shown) apartBy(i, j int) (difference, p float64) {
	if i == j {
		return math.NaN(), math.NaN()
	}
	d := r.Differences(i, j)
	difference = stats.Mean(d)
	if r.SmallerIsBetter {
		difference = -difference
	}
	return difference, stats.Wilcoxon(d).P
}
