package stats

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
)

// friedmanReference is what testdata/friedman.json says of one matrix of ranks.
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
	Constants map[string]map[string]float64 `json:"q_table"`
	Demsar    struct {
		AUC          [][]float64
		PrintedRanks [][]float64                 `json:"printed_ranks"`
		Printed      friedmanReference           `json:"friedman_printed_ranks"`
		Recomputed   friedmanReference           `json:"friedman_ranks_recomputed_from_3_decimals"`
		CD           map[string]float64          `json:"CD"`
		PostHoc      struct{ P, Holm []float64 } `json:"post_hoc_vs_C4.5"`
	} `json:"demsar2006"`
	Adjust struct{ P, Holm []float64 } `json:"p_adjust_example"`
}

func readReference(t *testing.T) reference {
	t.Helper()
	b, err := os.ReadFile("testdata/friedman.json")
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

// Beyond the constants of the reference vectors: closed forms for two
// treatments, and scipy 1.17.1's studentized_range or, for small levels, its
// numerical integration.
func TestCriticalDifference(t *testing.T) {
	ref := readReference(t)
	levels := map[string]float64{"nemenyi_10": 0.1, "nemenyi_05": 0.05, "nemenyi_01": 0.01}
	for text, constants := range ref.Constants {
		k, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range constants {
			if got := rangeQuantile(k, levels[name]) / math.Sqrt2; math.Abs(got-want) > 1e-10 {
				t.Errorf("k = %d, %s: %v, want %v", k, name, got, want)
			}
		}
	}
	for _, c := range []struct {
		k     int
		level float64
		want  float64
	}{
		{2, 1e-12, 7.130506848171324}, {2, 0.999, 0.0012533144654325557},
		{3, 0.5, 1.1227354854255456}, {10, 0.999, 0.7669157493373727}, {100, 0.05, 4.302488463597363},
		{1000, 0.05, 5.211113569560085}, {50, 1e-6, 6.13973956445598}, {3, 1e-9, 6.28239135248533},
	} {
		if got := rangeQuantile(c.k, c.level) / math.Sqrt2; math.Abs(got-c.want) > 1e-11 {
			t.Errorf("k = %d, level %v: %v, want %v", c.k, c.level, got, c.want)
		}
	}
	for name, level := range map[string]float64{"nemenyi_0.05": 0.05, "nemenyi_0.1": 0.1} {
		if got, want := CriticalDifference(4, 14, level), ref.Demsar.CD[name]; !near(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestHolm(t *testing.T) {
	ref := readReference(t)
	if got := Holm(ref.Adjust.P); !allNear(got, ref.Adjust.Holm) {
		t.Errorf("%v, want %v", got, ref.Adjust.Holm)
	}
	if got := Holm(nil); len(got) != 0 {
		t.Errorf("no tests: %v", got)
	}
	p, holm := AgainstControl(ref.Demsar.Printed.AvgRanks, 0, 14)
	if !allNear(p[1:], ref.Demsar.PostHoc.P) || !allNear(holm[1:], ref.Demsar.PostHoc.Holm) || !math.IsNaN(p[0]) ||
		!math.IsNaN(holm[0]) {
		t.Errorf("p %v, Holm %v; want %+v", p, holm, ref.Demsar.PostHoc)
	}
}

func TestRefused(t *testing.T) {
	nan := math.NaN()
	for name, call := range map[string]func(){
		"NaN ranked":     func() { Ranks([]float64{1, nan}) },
		"NaN rank":       func() { FriedmanTest([][]float64{{1, nan}, {1, 2}}) },
		"no block":       func() { FriedmanTest(nil) },
		"one treatment":  func() { FriedmanTest([][]float64{{1}, {1}}) },
		"ragged":         func() { FriedmanTest([][]float64{{1, 2}, {1}}) },
		"NaN p":          func() { Holm([]float64{nan}) },
		"one column":     func() { CriticalDifference(1, 3, 0.05) },
		"no rows":        func() { CriticalDifference(3, 0, 0.05) },
		"level 0":        func() { CriticalDifference(3, 3, 0) },
		"level 1":        func() { CriticalDifference(3, 3, 1) },
		"level not told": func() { CriticalDifference(3, 3, nan) },
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
