package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-10*math.Max(math.Abs(a), math.Abs(b)) }

func TestAgainstScipy(t *testing.T) {
	var ref struct {
		Origin string
		Cases  []struct {
			D           []float64
			Test, Train float64
			Mean, SD    float64
			Statistic   float64 `json:"t"`
			P           float64
		}
	}
	b, err := os.ReadFile("testdata/corrected_resampled.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	for i, c := range ref.Cases {
		got := CorrectedResampled(c.D, c.Test, c.Train)
		if !near(Mean(c.D), c.Mean) || !near(SD(c.D), c.SD) {
			t.Errorf("case %d: mean %v, sd %v; want %v, %v", i, Mean(c.D), SD(c.D), c.Mean, c.SD)
		}
		if len(c.D) < LeastFolds { // which is not tested
			if !math.IsNaN(got.T) || !math.IsNaN(got.P) {
				t.Errorf("case %d: %+v", i, got)
			}
			continue
		}
		if !near(got.T, c.Statistic) || !near(got.P, c.P) || got.DF != len(c.D)-1 {
			t.Errorf("case %d: %+v, want t %v, p %v", i, got, c.Statistic, c.P)
		}
	}
}

func TestDegenerate(t *testing.T) {
	for _, c := range []struct {
		d []float64
		p float64
	}{
		{nil, math.NaN()},
		{[]float64{0.1}, math.NaN()},
		{[]float64{0.1, 0.2}, math.NaN()},
		{[]float64{0, 0}, math.NaN()},
		{[]float64{0, 0, 0}, 1},
		{[]float64{0.1, 0.1, 0.1}, math.NaN()},
		{[]float64{-0.7, -0.7, -0.7}, math.NaN()},
		{[]float64{0.1, math.NaN()}, math.NaN()},
	} {
		got := CorrectedResampled(c.d, 1, 9)
		if got.P != c.p && !(math.IsNaN(got.P) && math.IsNaN(c.p)) {
			t.Errorf("%v: %+v, want p %v", c.d, got, c.p)
		}
	}
	if got := CorrectedResampled([]float64{-1, -1, -1}, 1, 9); !math.IsNaN(got.T) || got.Mean != -1 || !got.Constant() {
		t.Errorf("constant loss: %+v", got)
	}
}

// Differences that are the same except for rounding have no variance, whatever the size of
// the values; others stay what they are.
func TestDifferences(t *testing.T) {
	for _, c := range []struct{ a, b, want []float64 }{
		{[]float64{0.82, 0.86, 0.5}, []float64{0.80, 0.84, 0.48}, []float64{0.02, 0.02, 0.02}},
		{[]float64{0.84, 0.3, 0.80, sum(0.1, 0.2)}, []float64{0.86, sum(0.1, 0.2), 0.82, 0.3}, []float64{-0.02, 0, -0.02, 0}},
		{[]float64{1e6 + 0.3, 3e6 + 0.5}, []float64{1e6 + 0.1, 3e6 + 0.3}, []float64{0.2, 0.2}},
		{[]float64{0.5, 0.5 + 1e-9}, []float64{0.4, 0.4}, []float64{0.1, 0.1 + 1e-9}},
		{nil, nil, []float64{}},
	} {
		got := Differences(c.a, c.b)
		for i, want := range c.want {
			if math.Abs(got[i]-want) > 1e-9 {
				t.Errorf("%v − %v = %v, want %v", c.a, c.b, got, c.want)
			}
		}
		if len(slices.Compact(slices.Sorted(slices.Values(got)))) != len(slices.Compact(slices.Sorted(slices.Values(c.want)))) {
			t.Errorf("%v − %v = %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := Differences([]float64{math.Inf(1), 1, math.NaN()}, []float64{1, 1, 1}); !math.IsInf(got[0], 1) || !math.IsNaN(got[2]) {
		t.Errorf("%v", got)
	}
}

// A mean that is a number is found though the sum is none. Sums that are numbers give the
// bytes of the plain mean.
func TestMeanOfLargeNumbers(t *testing.T) {
	const most = math.MaxFloat64
	for _, c := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{1e308, 1e308}, 1e308}, {[]float64{-1e308, -1e308, -1e308}, -1e308}, {[]float64{most, most, most}, most},
		{[]float64{1.5e308, 1.5e308, -1.5e308}, 5e307}, {[]float64{-most, -most, most, most}, 0},
		{[]float64{1, math.Inf(1)}, math.Inf(1)}, {[]float64{math.Inf(-1), most, most}, math.Inf(-1)},
	} {
		if got := Mean(c.x); got != c.want && !(math.Abs(got-c.want) <= 1e-15*math.Abs(c.want)) {
			t.Errorf("the mean of %v is %v, want %v", c.x, got, c.want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		x, sum := make([]float64, 1+random.IntN(20)), 0.0
		for i := range x {
			x[i] = float64(random.NormFloat64() * math.Pow(10, float64(random.IntN(600)-300)))
			sum += x[i]
		}
		if got, want := Mean(x), min(max(sum/float64(len(x)), slices.Min(x)), slices.Max(x)); got != want {
			t.Fatalf("the mean of %v is %v, want %v", x, got, want)
		}
	}
}

func TestEqualNumbers(t *testing.T) {
	for n := 2; n < 200; n++ {
		x := slices.Repeat([]float64{1.0 / 49}, n)
		if Mean(x) != x[0] || SD(x) != 0 {
			t.Fatalf("%d equal numbers: mean off by %v, sd %v", n, Mean(x)-x[0], SD(x))
		}
	}
	if !math.IsNaN(Mean(nil)) || !math.IsNaN(SD([]float64{1})) {
		t.Error("no numbers have a mean, or one has a deviation")
	}
}
