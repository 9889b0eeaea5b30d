package stats

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// friedmanReference is what testdata/statistics.json says of one matrix of ranks.
type friedmanReference struct {
	N        int
	K        int
	AvgRanks []float64 `json:"avg_ranks"`
	Chi2     float64   `json:"chi2_tiecorrected"`
	Chi2P    float64   `json:"chi2_tiecorrected_p"`
	F        float64   `json:"F_tiecorrected"`
	FP       float64   `json:"F_tiecorrected_p"`
}

type reference struct {
	Demsar struct {
		AUC          [][]float64
		PrintedRanks [][]float64       `json:"printed_ranks"`
		Printed      friedmanReference `json:"friedman_printed_ranks"`
		Recomputed   friedmanReference `json:"friedman_ranks_recomputed_from_3_decimals"`
		Wilcoxon     struct {
			Diff, Ranks   []float64
			Rplus, Rminus float64
			Exact         struct {
				P float64 `json:"p_two_sided"`
			} `json:"exact_permutation_zero_dropped"`
			Sign struct {
				Wins, Losses, Ties int
				P                  float64 `json:"p_ties_dropped"`
			} `json:"sign_test"`
		} `json:"wilcoxon_C45_vs_C45m"`
	} `json:"demsar2006"`
	McNemar   map[string]mcNemarReference
	FiveByTwo struct {
		P  [5][2]float64
		T  float64
		Tp float64 `json:"t_p"`
		F  float64
		Fp float64 `json:"F_p"`
	} `json:"5x2cv"`
}

type mcNemarReference struct {
	ChiSquared float64 `json:"chi2_cc_clipped"`
	P          float64 `json:"chi2_cc_p"`
	Exact      float64 `json:"exact_p"`
}

func readReference(t *testing.T) reference {
	t.Helper()
	b, err := os.ReadFile("testdata/statistics.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref reference
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

func allNear(a, b []float64) bool { return slices.EqualFunc(a, b, near) }

// The ranks that Demšar prints and those of the printed decimals differ in one
// row; both are right for their input.
func TestFriedmanOfDemsar(t *testing.T) {
	ref := readReference(t).Demsar
	var recomputed [][]float64
	for _, row := range ref.AUC {
		negated := make([]float64, len(row))
		for j, v := range row {
			negated[j] = -v
		}
		recomputed = append(recomputed, Ranks(negated))
	}
	for name, c := range map[string]struct {
		ranks [][]float64
		want  friedmanReference
	}{"printed": {ref.PrintedRanks, ref.Printed}, "recomputed": {recomputed, ref.Recomputed}} {
		if got := MeanRanks(c.ranks); !allNear(got, c.want.AvgRanks) {
			t.Errorf("%s: mean ranks %v, want %v", name, got, c.want.AvgRanks)
		}
		got := FriedmanTest(c.ranks)
		if got.N != c.want.N || got.K != c.want.K || !near(got.ChiSquared, c.want.Chi2) ||
			!near(got.ChiSquaredP, c.want.Chi2P) ||
			!near(got.F, c.want.F) || !near(got.FP, c.want.FP) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// The statistic and p-value are those of scipy 1.17.1's friedmanchisquare.
func TestFriedmanWithManyTies(t *testing.T) {
	var ranks [][]float64
	for _, row := range [][]float64{{3, 0, 0, 0, 0}, {3, 3, 2, 0, 0}, {1, 1, 2, 1, 1}, {0, 2, 2, 0, 0}, {1, 1, 3, 2, 1},
		{1, 2, 2, 0, 2}, {3, 3, 3, 1, 1}} {
		ranks = append(ranks, Ranks(row))
	}
	if got := FriedmanTest(ranks); !near(got.ChiSquared, 9.6) || !near(got.ChiSquaredP, 0.04773253288431606) {
		t.Errorf("%+v", got)
	}
}

func TestFriedmanDegenerate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		ranks [][]float64
		want  Friedman
	}{
		"all tied":  {[][]float64{{2, 2, 2}, {2, 2, 2}}, Friedman{ChiSquaredP: 1, FP: 1}},
		"one tie":   {[][]float64{{2, 2, 2}}, Friedman{ChiSquaredP: 1, F: nan, FP: nan}},
		"one block": {[][]float64{{1, 2, 3}}, Friedman{ChiSquared: 2, ChiSquaredP: math.Exp(-1), F: nan, FP: nan}},
		"all alike": {[][]float64{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}},
			Friedman{ChiSquared: 6, ChiSquaredP: math.Exp(-3), F: inf, FP: 0}},
		"alike, ties": {[][]float64{{1.5, 1.5, 3}, {1.5, 1.5, 3}},
			Friedman{ChiSquared: 4, ChiSquaredP: math.Exp(-2), F: inf, FP: 0}},
		"no effect": {[][]float64{{1, 2}, {2, 1}}, Friedman{ChiSquaredP: 1, FP: 1}},
		"two": {[][]float64{{1, 2}, {1, 2}, {2, 1}},
			Friedman{ChiSquared: 1.0 / 3, ChiSquaredP: math.Erfc(math.Sqrt(1.0 / 6)), F: 0.25, FP: 2.0 / 3}},
	} {
		got := FriedmanTest(c.ranks)
		for _, pair := range [][2]float64{{got.ChiSquared, c.want.ChiSquared}, {got.ChiSquaredP, c.want.ChiSquaredP},
			{got.F, c.want.F}, {got.FP, c.want.FP}} {
			if pair[0] != pair[1] && !near(pair[0], pair[1]) && !(math.IsNaN(pair[0]) && math.IsNaN(pair[1])) {
				t.Errorf("%s: %+v, want %+v", name, got, c.want)
			}
		}
	}
}

func TestRanks(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ x, want []float64 }{
		{nil, nil},
		{[]float64{7}, []float64{1}},
		{[]float64{0.3, 0.1, 0.2}, []float64{3, 1, 2}},
		{[]float64{0.1 + 0.2, 0.3, 0.1}, []float64{2.5, 2.5, 1}},
		{[]float64{inf, 1, inf, -inf}, []float64{3.5, 2, 3.5, 1}},
		{[]float64{2e15, 2e15 + 1, 3e15}, []float64{1.5, 1.5, 3}},
	} {
		if got := Ranks(c.x); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.x, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	nan := math.NaN()
	for name, call := range map[string]func(){
		"NaN ranked":    func() { Ranks([]float64{1, nan}) },
		"NaN rank":      func() { FriedmanTest([][]float64{{1, nan}, {1, 2}}) },
		"no block":      func() { FriedmanTest(nil) },
		"one treatment": func() { FriedmanTest([][]float64{{1}, {1}}) },
		"ragged":        func() { FriedmanTest([][]float64{{1, 2}, {1}}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is not refused", name)
				}
			}()
			call()
		}()
	}
}
