package compare

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats/incomplete"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// holed reads a table in which values may be missing.
func holed(t *testing.T, text string) *measured.Table {
	t.Helper()
	table, err := measured.ReadCSV("scores.csv", []byte(text), measured.Reading{Holes: true})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

const holes = "dataset,a,b,c\nd1,.9,.8,.7\nd2,.8,.9,\nd3,.7,NaN,.5\nd4,.9,.7,.6\nd5,,.8,.7\nd6,.8,.7,.6\nd7,.8,,\n"

// The test sees every dataset with two values; whatever else is made sees those without holes.
func TestSkillingsMack(t *testing.T) {
	nan := math.NaN()
	// Draws are in the order of the blocks: those without holes first.
	blocks := [][]float64{{.9, .8, .7}, {.9, .7, .6}, {.8, .7, .6}, {.8, .9, nan}, {.7, nan, .5}, {nan, .8, .7}, {.8, nan, nan}}
	for smaller, sign := range map[bool]float64{false: -1, true: 1} {
		r := done(t, holed(t, holes), significance.Options{Tests: []string{"skillings_mack", "wilcoxon"}, SmallerIsBetter: smaller})
		turned := make([][]float64, len(blocks))
		for i, block := range blocks {
			for _, v := range block {
				turned[i] = append(turned[i], sign*v)
			}
		}
		want := incomplete.Test(turned)
		row, permuted := r.row(t, "skillings_mack", "", ""), r.row(t, "skillings_mack_permutation", "", "")
		if row.N != 6 || row.Statistic != want.Statistic || row.P != want.ChiSquaredP || permuted.P != want.PermutationP ||
			permuted.Found != (want.PermutationP < 0.05) || !slices.Equal(r.Datasets, []string{"d1", "d4", "d6"}) {
			t.Errorf("%+v, %+v, want %+v on %v", row, permuted, want, r.Datasets)
		}
		if text := r.Paragraph(); !strings.Contains(text, "missing, here 5 of 18 on 6 datasets") {
			t.Error(text)
		}
	}
}

// Without a dataset of all methods there are means and mean ranks of what there is.
func TestNoDatasetOfAllMethods(t *testing.T) {
	text := "dataset,a,b,c\nd1,.9,.8,\nd2,.8,,.6\nd3,,.7,.5\nd4,.9,,.6\nd5,.8,.7,\nd6,.7,.8,\n"
	r := done(t, holed(t, text), significance.Options{Tests: []string{"skillings_mack"}})
	mean, rank := r.row(t, "mean", "a", ""), r.row(t, "rank", "a", "")
	if !near(mean.Statistic, 0.82) || mean.N != 5 || !near(rank.Statistic, 1.2) || !near(r.Ranks[2], 2) ||
		r.row(t, "skillings_mack", "", "").N != 6 {
		t.Errorf("%+v, %+v, %v", mean, rank, r.Ranks)
	}
	for text, want := range map[string]string{
		"dataset,a,b,c,d\nd1,1,2,,\nd2,,,1,2\n": "the methods fall into groups that have no dataset in common",
		"dataset,a,b\nd1,1,2\nd2,,1\n":          "it compares three or more methods",
		"dataset,a,b,c\nd1,1,2,\n":              "it compares over datasets, and there is one",
	} {
		_, err := Compare(holed(t, text), significance.Options{Level: 0.05, Tests: []string{"skillings_mack"}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Compare(holed(t, text), significance.Options{Level: 0.05, Tests: []string{"friedman"}}); err == nil {
		t.Error("friedman without a dataset")
	}
}
