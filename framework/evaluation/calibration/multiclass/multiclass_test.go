package multiclass

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"
)

// vectors are what testdata/multiclass.py printed.
type vectors struct {
	Probabilities []float64
	Classes       []int
	Lambda, Mu    float64
	BinRows       int `json:"bin_rows"`
	Beta          float64
	Temperature   []float64
	Vector        []float64
	Dirichlet     []float64
	Weak          []float64
	Confidence    []float64
	ClassWise     []float64 `json:"class_wise"`
}

const k = 4

func read(t *testing.T) (v vectors, s Sample) {
	t.Helper()
	b, err := os.ReadFile("testdata/multiclass.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	s = Sample{K: k, Probabilities: v.Probabilities, Classes: v.Classes}
	for i := range v.Classes {
		s.Predicted = append(s.Predicted, largest(v.Probabilities[i*k:(i+1)*k]))
	}
	return v, s
}

func largest(p []float64) int { return slices.Index(p, slices.Max(p)) }

// applied are the calibrated probabilities of the rows of a sample.
func applied(t *testing.T, settings Settings, fitted, s Sample) []float64 {
	t.Helper()
	m, err := settings.Fit(fitted)
	if err != nil {
		t.Fatal(err)
	}
	out := slices.Clone(s.Probabilities)
	for i, predicted := range s.Predicted {
		m.Apply(out[i*s.K:(i+1)*s.K], predicted)
	}
	return out
}

func compare(t *testing.T, name string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%s: %d values instead of %d", name, len(got), len(want))
	}
	for i, p := range got {
		if !(math.Abs(p-want[i]) <= tolerance) {
			t.Fatalf("%s: value %d is %v, want %v", name, i, p, want[i])
		}
	}
}

func TestMapsOfOtherPrograms(t *testing.T) {
	v, s := read(t)
	for _, c := range []struct {
		name      string
		settings  Settings
		want      []float64
		tolerance float64
	}{
		{"scikit-learn", Settings{Method: Temperature}, v.Temperature, 1e-7},
		{"vector scaling", Settings{Method: Vector}, v.Vector, 1e-6},
		{"ODIR", Settings{Method: Dirichlet, Lambda: v.Lambda, Mu: v.Mu}, v.Dirichlet, 1e-6},
		{"weak ODIR", Settings{Method: Dirichlet, Lambda: 0.001, Mu: 0.001}, v.Weak, 1e-6},
		{"histograms of classes", Settings{Method: ClassWise, BinRows: v.BinRows}, v.ClassWise, 1e-9},
	} {
		compare(t, c.name, applied(t, c.settings, s, s), c.want, c.tolerance)
	}
	m, _ := Settings{Method: Temperature}.Fit(s)
	if beta := m.method.(temperature).beta; math.Abs(beta-v.Beta) > 1e-7 {
		t.Errorf("beta is %v, of scikit-learn %v", beta, v.Beta)
	}
}

// The predicted class has the share of right rows of its bin, and the others keep their
// proportions.
func TestTopLabel(t *testing.T) {
	v, s := read(t)
	got := applied(t, Settings{Method: TopLabel, BinRows: v.BinRows}, s, s)
	for i, predicted := range s.Predicted {
		before, after := s.Probabilities[i*k:(i+1)*k], got[i*k:(i+1)*k]
		compare(t, "confidence", after[predicted:predicted+1], v.Confidence[i:i+1], 1e-9)
		a, b := (predicted+1)%k, (predicted+2)%k
		if math.Abs(after[a]*before[b]-after[b]*before[a]) > 1e-12 {
			t.Fatalf("row %d: %v becomes %v", i, before, after)
		}
	}
}

// The slopes of the objectives vanish at the end, and agree with differences elsewhere.
func TestSlopes(t *testing.T) {
	_, s := read(t)
	for _, l := range []*linear{{k: k, diagonal: true}, {k: k, off: 0.01, intercept: 0.2}, {k: k}} {
		fitLinear(l, s)
		e := &entropy{linear: l, x: logarithms(s.Probabilities), class: s.Classes, p: make([]float64, len(s.Probabilities))}
		e.value(l.theta)
		if g := steepest(e.gradient(l.theta)); g > 1e-8 {
			t.Errorf("diagonal %v, λ = %v: slope %v", l.diagonal, l.off, g)
		}
		theta, step := l.identity(), make([]float64, l.weights()+k)
		for i := range step {
			step[i] = math.Sin(float64(i))
			theta[i] += 0.3 * math.Cos(float64(i))
		}
		const h = 1e-5
		up, down := e.value(moved(theta, step, h)), e.value(moved(theta, step, -h))
		middle := e.value(theta)
		gradient, curved, curves := e.gradient(theta), e.curved(step), e.curves()
		if slope := dot(gradient, step); math.Abs(slope-(up-down)/(2*h)) > 1e-8 {
			t.Errorf("slope %v, by differences %v", slope, (up-down)/(2*h))
		}
		if curve := dot(curved, step); math.Abs(curve-(up-2*middle+down)/(h*h)) > 1e-4 {
			t.Errorf("curve %v, by differences %v", curve, (up-2*middle+down)/(h*h))
		}
		one := make([]float64, len(step))
		one[2] = 1
		if c := e.curved(one)[2]; math.Abs(c-curves[2]) > 1e-12 {
			t.Errorf("the diagonal has %v, the product %v", curves[2], c)
		}
	}
}

// A class without rows keeps its probability, and so do its zeros; the sums stay 1.
func TestAClassWithoutRows(t *testing.T) {
	_, s := read(t)
	wide := Sample{K: k + 1, Classes: s.Classes, Predicted: s.Predicted}
	for i := range s.Classes {
		for _, p := range s.Probabilities[i*k : (i+1)*k] {
			wide.Probabilities = append(wide.Probabilities, 0.75*p)
		}
		wide.Probabilities = append(wide.Probabilities, 0.25)
	}
	for _, method := range Methods {
		settings := Settings{Method: method, Lambda: 0.01, Mu: 0.01, BinRows: 20}
		narrow, all := applied(t, settings, s, s), applied(t, settings, wide, wide)
		for i := range s.Classes {
			row := all[i*(k+1) : (i+1)*(k+1)]
			if row[k] != 0.25 {
				t.Fatalf("%s: %v", method, row)
			}
			for class, p := range narrow[i*k : (i+1)*k] {
				if math.Abs(row[class]-0.75*p) > 1e-9 {
					t.Fatalf("%s: row %d is %v, of four classes %v", method, i, row, narrow[i*k:(i+1)*k])
				}
			}
		}
		m, _ := settings.Fit(wide)
		sure := []float64{0, 0, 0, 0, 1}
		if m.Apply(sure, 4); sure[4] != 1 {
			t.Errorf("%s: a sure row is %v", method, sure)
		}
		sure = []float64{0, 1, 0, 0, 0}
		m.Apply(sure, 1)
		sum := 0.0
		for _, p := range sure {
			if sum += p; !(p >= 0) {
				t.Errorf("%s: a sure row is %v", method, sure)
			}
		}
		if math.Abs(sum-1) > 1e-12 || sure[4] != 0 {
			t.Errorf("%s: a sure row is %v", method, sure)
		}
	}
}

// The temperature is bounded where all rows are right, and where all are wrong.
func TestBoundsOfTemperature(t *testing.T) {
	s := Sample{K: 2, Probabilities: []float64{0.9, 0.1, 0.2, 0.8}, Predicted: []int{0, 1}, Classes: []int{0, 1}}
	for _, c := range []struct {
		classes []int
		want    float64
	}{{[]int{0, 1}, math.Exp(10)}, {[]int{1, 0}, math.Exp(-10)}} {
		s.Classes = c.classes
		m, err := Settings{Method: Temperature}.Fit(s)
		if err != nil {
			t.Fatal(err)
		}
		if beta := m.method.(temperature).beta; math.Abs(beta/c.want-1) > 1e-12 {
			t.Errorf("beta is %v, want %v", beta, c.want)
		}
	}
}

// Rows that a map can separate without mistakes end the search, too.
func TestRowsWithoutMistakes(t *testing.T) {
	s := Sample{K: 3}
	for i := range 30 {
		p := []float64{0.1, 0.1, 0.1}
		p[i%3] = 0.8 - float64(i)/100
		p[(i+1)%3] += float64(i) / 100
		s.Probabilities = append(s.Probabilities, p...)
		s.Classes, s.Predicted = append(s.Classes, i%3), append(s.Predicted, i%3)
	}
	for _, method := range Methods {
		out := applied(t, Settings{Method: method, BinRows: 5}, s, s)
		for i, class := range s.Classes {
			row := out[i*3 : i*3+3]
			if largest(row) != class || !(row[class] > 0.75) {
				t.Fatalf("%s: a row of class %d has %v", method, class, row)
			}
		}
	}
}

func TestOneClassIsNoSample(t *testing.T) {
	for _, method := range Methods {
		one := Sample{K: 2, Probabilities: []float64{0.5, 0.5, 0.9, 0.1}, Predicted: []int{0, 0}, Classes: []int{1, 1}}
		if m, err := (Settings{Method: method, BinRows: 1}).Fit(one); err == nil {
			t.Errorf("%s: %v", method, m)
		}
		if m, err := (Settings{Method: method, BinRows: 1}).Fit(Sample{K: 2}); err == nil {
			t.Errorf("%s of no rows: %v", method, m)
		}
	}
}

// Bins of a histogram by hand: seven rows in three bins, the first of three, and a tie.
func TestHistogram(t *testing.T) {
	var rows []row
	for i, score := range []float64{0.7, 0.1, 0.3, 0.2, 0.4, 0.4, 0.9} {
		rows = append(rows, row{score, i%2 == 0})
	}
	h := fitHistogram(slices.Clone(rows), 2)
	if !slices.Equal(h.upper, []float64{0.3, 0.4}) || !slices.Equal(h.shares, []float64{1. / 3, 0.5, 1}) {
		t.Errorf("%v", h)
	}
	for score, want := range map[float64]float64{0: 1. / 3, 0.3: 1. / 3, 0.31: 0.5, 0.4: 0.5, 0.5: 1, 1: 1} {
		if got := h.at(score); got != want {
			t.Errorf("%v becomes %v, want %v", score, got, want)
		}
	}
	if same := fitHistogram(rows, 8); same.at(0.37) != 0.37 {
		t.Errorf("too few rows change scores: %v", same)
	}
	tied := fitHistogram([]row{{0.5, true}, {0.5, false}, {0.5, false}, {0.5, true}}, 2)
	if got := tied.at(0.5); got != 0.5 || tied.at(0.9) != 0.5 || tied.at(0.1) != 0.5 {
		t.Errorf("%v", tied)
	}
}
