package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

// outside is what testdata/outside.json holds: numbers of other programs.
type outside struct {
	Wilcoxon []struct {
		D            []float64
		Statistic, P float64
	}
	Correlated []struct {
		D               []float64
		Folds           int
		Mean, SE, T, P  float64
		Low, High, Rope float64
	}
	McNemar []struct {
		B, C       int
		ChiSquared float64 `json:"chi_squared"`
		P          float64
		ExactP     float64 `json:"exact_p"`
	}
	Effect []struct {
		A, B   []float64
		A12, D float64
	}
}

func readOutside(t *testing.T) outside {
	t.Helper()
	b, err := os.ReadFile("testdata/outside.json")
	if err != nil {
		t.Fatal(err)
	}
	var o outside
	if err := json.Unmarshal(b, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// Differences of scores as they are read are ranked as those of the printed decimals.
// With zeros split the exact p-value is that of the other differences' signs, as
// scipy's permutations count; the normal one is used only beyond 25 of them.
func TestWilcoxonOfDemsar(t *testing.T) {
	ref := readReference(t).Demsar
	var d []float64
	for _, row := range ref.AUC {
		d = append(d, row[1]-row[0])
	}
	want := ref.Wilcoxon
	for _, differences := range [][]float64{want.Diff, d} {
		got := Wilcoxon(differences)
		// scipy 1.17.1 with zsplit and PermutationMethod over all 4,096 signs: 0.0078125.
		if got.Plus != want.Rplus || got.Minus != want.Rminus || got.N != 14 || !got.Exact || got.P != 32.0/4096 {
			t.Errorf("%+v, want sums %v and %v", got, want.Rplus, want.Rminus)
		}
		sizes := make([]float64, len(differences))
		for i, v := range differences {
			sizes[i] = math.Abs(v)
		}
		if ranks := Ranks(sizes); !slices.Equal(ranks, want.Ranks) {
			t.Errorf("ranks %v, want %v", ranks, want.Ranks)
		}
	}
	dropped := slices.DeleteFunc(slices.Clone(want.Diff), func(v float64) bool { return v == 0 })
	if got := Wilcoxon(dropped); got.P != want.Exact.P {
		t.Errorf("without zeros p %v, want %v", got.P, want.Exact.P)
	}
	sign := SignTest(want.Diff)
	if wanted := (Signs{want.Sign.Wins, want.Sign.Losses, want.Sign.Ties, sign.P}); sign != wanted ||
		!near(sign.P, want.Sign.P) {
		t.Errorf("sign test %+v, want %+v", sign, want.Sign)
	}
}

// p is that of the signs of the differences that are not 0, however many zeros there are and
// on both sides of what is exact. That of eight differences with 17 zeros is 6/256.
func TestWilcoxonWithZeros(t *testing.T) {
	eight := []float64{0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, -0.015}
	for _, zeros := range []int{0, 17, 18, 32, 200} {
		got := Wilcoxon(append(make([]float64, zeros), eight...))
		if !got.Exact || math.Abs(got.P-6.0/256) > 1e-3 || zeros > 1 && got.P != 6.0/256 {
			t.Errorf("%d zeros: %+v", zeros, got)
		}
	}
	var many []float64
	for i := range 30 {
		many = append(many, math.Copysign(float64(i+1), float64(i%3)-0.5)) // 20 of 30 above 0
	}
	for _, n := range []int{25, 26, 30} {
		for _, zeros := range []int{0, 1, 10, 100} {
			d := append(make([]float64, zeros), many[:n]...)
			got, signed, minus := Wilcoxon(d), []float64(nil), 0.0
			for i, r := range Ranks(lists.Map(d, math.Abs)) {
				if d[i] < 0 {
					minus += r
				}
				if d[i] != 0 {
					signed = append(signed, r)
				}
			}
			if want := 2 * shareOfSums(signed, minus); got.Exact != (n <= 25) || math.Abs(got.P-want) > 0.01 {
				t.Errorf("%d differences and %d zeros: %+v, by all signs %v", n, zeros, got, want)
			}
		}
	}
}

func TestWilcoxonOfScipy(t *testing.T) {
	for i, c := range readOutside(t).Wilcoxon {
		got := Wilcoxon(c.D)
		if got.Statistic() != c.Statistic || !near(got.P, c.P) || got.Exact != (len(c.D) <= 25) {
			t.Errorf("case %d of %d differences: %+v, want T = %v, p = %v", i, len(c.D), got, c.Statistic, c.P)
		}
	}
	for _, d := range [][]float64{nil, {0, 0, 0}, make([]float64, 30), {1, -1}} {
		if got := Wilcoxon(d); got.P != 1 || got.Plus != got.Minus {
			t.Errorf("%v: %+v", d, got)
		}
	}
	if got := Wilcoxon([]float64{1, 2, 3, 4, 5}); got.P != 1.0/16 {
		t.Errorf("five wins: %+v", got)
	}
}

func TestSignsWithoutEvidence(t *testing.T) {
	for _, d := range [][]float64{nil, {0, 0}, {0.2, -0.1}} {
		if got := SignTest(d); got.P != 1 {
			t.Errorf("%v: %+v", d, got)
		}
	}
}

func TestMcNemar(t *testing.T) {
	ref := readReference(t)
	if len(ref.McNemar) == 0 {
		t.Fatal("no reference")
	}
	for name, want := range ref.McNemar {
		var b, c int
		if _, err := fmt.Sscanf(name, "b=%d,c=%d", &b, &c); err != nil {
			t.Fatal(err)
		}
		got := McNemarTest(b, c)
		// The reference takes p before the statistic is clipped at 0, where it is 1 all the same.
		if !near(got.ChiSquared, want.ChiSquared) || !near(got.ChiSquaredP, want.P) || !near(got.ExactP, want.Exact) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	for _, want := range readOutside(t).McNemar {
		got := McNemarTest(want.B, want.C)
		if !near(got.ChiSquared, want.ChiSquared) || !near(got.ChiSquaredP, want.P) || !near(got.ExactP, want.ExactP) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if got := McNemarTest(0, 0); got != (McNemar{ChiSquaredP: 1, ExactP: 1}) {
		t.Errorf("no rows differ: %+v", got)
	}
}

func TestFiveByTwo(t *testing.T) {
	ref := readReference(t).FiveByTwo
	got := FiveByTwoTest(ref.P)
	if !near(got.T, ref.T) || !near(got.P, ref.Tp) || !near(got.F, ref.F) || !near(got.FP, ref.Fp) || got.DF != 5 {
		t.Errorf("%+v, want %+v", got, ref)
	}
	if got := FiveByTwoTest([5][2]float64{}); got.P != 1 || got.FP != 1 || got.T != 0 || got.F != 0 {
		t.Errorf("no differences: %+v", got)
	}
	same := [2]float64{-0.5, -0.5}
	got = FiveByTwoTest([5][2]float64{same, same, same, same, same})
	if !math.IsNaN(got.T) || !math.IsNaN(got.P) || !math.IsNaN(got.F) || !math.IsNaN(got.FP) {
		t.Errorf("one difference everywhere: %+v", got)
	}
}

func TestCorrectedInterval(t *testing.T) {
	for i, c := range readOutside(t).Correlated {
		got := CorrectedResampled(c.D, 1, float64(c.Folds-1))
		low, high := got.Interval(0.05)
		if !near(got.T, c.T) || !near(got.P, c.P) || !near(got.Mean, c.Mean) || !near(got.SE, c.SE) ||
			math.Abs(low-c.Low) > 1e-9 || math.Abs(high-c.High) > 1e-9 {
			t.Errorf("case %d: %+v, %v to %v; want %+v", i, got, low, high, c)
		}
	}
	if low, high := CorrectedResampled([]float64{1}, 1, 9).Interval(0.05); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("one difference has the interval %v to %v", low, high)
	}
	if low, high := CorrectedResampled([]float64{1, 1, 1}, 1, 9).Interval(0.05); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("equal differences have the interval %v to %v", low, high)
	}
}
