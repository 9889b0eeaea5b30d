package decision

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

// reference is what testdata/reference.py wrote, with QuaPy and xCOLUMNs.
type reference struct {
	Priors []struct {
		K              int
		P              []float64
		From, Estimate []float64
		Likelihood     float64
	}
	Ascent []struct {
		Measure  Measure
		K        int
		P        []float64
		Start, Y []int8
	}
}

func read(t *testing.T) (r reference) {
	t.Helper()
	b, err := os.ReadFile("testdata/reference.json")
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func likelihood(p, from, prior []float64) float64 {
	sum := 0.0
	for i := 0; i < len(p); i += len(from) {
		row := 0.0
		for k, v := range p[i : i+len(from)] {
			row += v * prior[k] / from[k]
		}
		sum += math.Log(row)
	}
	return sum / float64(len(p)/len(from))
}

// The estimate is QuaPy's, and a maximum: the likelihood is that of a general optimiser, and a class's
// gradient is 1 where its prior is above 0 and else at most 1.
func TestEstimate(t *testing.T) {
	for n, r := range read(t).Priors {
		got := Estimate(r.P, r.From, nil)
		for k, want := range r.Estimate {
			if math.Abs(got[k]-want) > 1e-6 {
				t.Errorf("%d: priors %v, want %v", n, got, r.Estimate)
				break
			}
		}
		if is := likelihood(r.P, r.From, got); math.Abs(is-r.Likelihood) > 1e-8 {
			t.Errorf("%d: likelihood %v, want %v", n, is, r.Likelihood)
		}
		rows := float64(len(r.P) / r.K)
		for k := range got {
			gradient := 0.0
			for i := 0; i < len(r.P); i += r.K {
				mixed := 0.0
				for c, v := range r.P[i : i+r.K] {
					mixed += v * got[c] / r.From[c]
				}
				gradient += r.P[i+k] / r.From[k] / mixed / rows
			}
			if gradient > 1+1e-5 || got[k] > 1e-4 && gradient < 1-1e-5 {
				t.Errorf("%d: prior %v of class %d has gradient %v", n, got[k], k, gradient)
			}
		}
	}
}

// By hand: with priors of 0.8 and 0.2, a probability of 0.5 becomes 0.2 under equal ones.
func TestCorrect(t *testing.T) {
	p := []float64{0.5, 0.5, 0.8, 0.2}
	Correct(p, []float64{0.8, 0.2}, []float64{0.5, 0.5})
	for i, want := range []float64{0.2, 0.8, 0.5, 0.5} {
		if math.Abs(p[i]-want) > 1e-15 {
			t.Errorf("%v", p)
		}
	}
	p = []float64{1, 0, 0, 0, 0.75, 0.25}
	Correct(p, []float64{0, 0.5, 0.5}, []float64{0.2, 0.2, 0.6})
	if want := []float64{1, 0, 0, 0, 0.5, 0.5}; slices.ContainsFunc(lists.Range(6), func(i int) bool { return math.Abs(p[i]-want[i]) > 1e-15 }) {
		t.Errorf("a class that was never seen: %v, want %v", p, want)
	}
}

// Weights count as copies of a row.
func TestWeights(t *testing.T) {
	r := read(t)
	twice := func(p []float64, k int) (list, weights []float64) {
		for i := 0; i < len(p)/k; i++ {
			weights = append(weights, float64(1+i%3))
			for range 1 + i%3 {
				list = append(list, p[i*k:(i+1)*k]...)
			}
		}
		return list, weights
	}
	p, weights := twice(r.Priors[1].P, r.Priors[1].K)
	want, got := Estimate(p, r.Priors[1].From, nil), Estimate(r.Priors[1].P, r.Priors[1].From, weights)
	for k := range want {
		if math.Abs(want[k]-got[k]) > 1e-9 {
			t.Errorf("priors %v, with copies %v", got, want)
		}
	}
	a := r.Ascent[0]
	p, weights = twice(a.P, a.K)
	y := slices.Clone(a.Start)
	Ascend(a.Measure, a.P, y, a.K, lists.Range(len(a.P)/a.K), weights)
	e := expect(a.P, y, a.K, weights)
	var copies []int8
	for i := 0; i < len(y)/a.K; i++ {
		for range 1 + i%3 {
			copies = append(copies, y[i*a.K:(i+1)*a.K]...)
		}
	}
	all := expect(p, copies, a.K, nil)
	if is, want := value(a.Measure, e), value(a.Measure, all); math.Abs(is-want) > 1e-12 {
		t.Errorf("the expected measure is %v, with copies %v", is, want)
	}
}

func value(m Measure, e expected) float64 {
	sum := 0.0
	for k := range e.both {
		sum += m.of(e.both[k], e.predicted[k], e.present[k])
	}
	return sum / float64(len(e.both))
}

// The predictions are those of xCOLUMNs from the same start in the same order of rows, or as good
// where several are equally good; no exchange in a single row is better.
func TestAscend(t *testing.T) {
	for n, r := range read(t).Ascent {
		y := slices.Clone(r.Start)
		Ascend(r.Measure, r.P, y, r.K, lists.Range(len(r.P)/r.K), nil)
		is, want := value(r.Measure, expect(r.P, y, r.K, nil)), value(r.Measure, expect(r.P, r.Y, r.K, nil))
		if math.Abs(is-want) > 1e-9 {
			t.Errorf("%d, %s: the expected measure is %v, want %v", n, r.Measure, is, want)
		}
		before := value(r.Measure, expect(r.P, r.Start, r.K, nil))
		if is <= before {
			t.Errorf("%d, %s: %v before and %v after", n, r.Measure, before, is)
		}
		for i := 0; i < len(y); i += r.K {
			row := y[i : i+r.K]
			for from, has := range row {
				for to, other := range row {
					if has == 0 || other != 0 {
						continue
					}
					row[from], row[to] = 0, 1
					if better := value(r.Measure, expect(r.P, y, r.K, nil)); better > is+1e-12 {
						t.Errorf("%d, %s: row %d is better with %d in place of %d", n, r.Measure, i/r.K, to, from)
					}
					row[from], row[to] = 1, 0
				}
			}
		}
	}
}

// Rows keep their number of predictions, and what is in doubt ends.
func FuzzAscend(f *testing.F) {
	f.Add(uint8(3), []byte{1, 200, 30, 255, 0, 0, 0, 9, 9})
	f.Fuzz(func(t *testing.T, classes uint8, b []byte) {
		k := int(classes%8) + 1
		b = b[:len(b)/k*k]
		p := lists.Map(b, func(x byte) float64 { return float64(x) / 255 })
		start := lists.Map(b, func(x byte) int8 { return int8(x & 1) })
		for _, m := range Measures {
			y := slices.Clone(start)
			Ascend(Measure(m), p, y, k, lists.Range(len(b)/k), nil)
			for i := 0; i < len(y); i += k {
				if lists.Sum(lists.Map(y[i:i+k], func(x int8) int { return int(x) })) !=
					lists.Sum(lists.Map(start[i:i+k], func(x int8) int { return int(x) })) {
					t.Fatalf("%v became %v", start[i:i+k], y[i:i+k])
				}
			}
			if before, after := value(Measure(m), expect(p, start, k, nil)), value(Measure(m), expect(p, y, k, nil)); after < before-1e-9 {
				t.Fatalf("%s: %v became %v", m, before, after)
			}
		}
	})
}
