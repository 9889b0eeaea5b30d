// Package multiclass fits maps from the probabilities of the classes of a row to calibrated
// ones. It is pure: probabilities and classes in, a map out. The probabilities must be of rows
// that the models were not trained on.
package multiclass

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// The methods.
const (
	Temperature = "temperature"
	Vector      = "vector"
	Dirichlet   = "dirichlet"
	TopLabel    = "top_label"
	ClassWise   = "class_wise"
)

// Methods are all of them.
var Methods = []string{Temperature, Vector, Dirichlet, TopLabel, ClassWise}

// Settings are a method, with what it is told.
type Settings struct {
	Method string
	// Lambda and Mu are the weights of the penalties of Dirichlet: of the weights off the
	// diagonal, and of the intercepts.
	Lambda, Mu float64
	// BinRows is how many rows a bin of TopLabel and ClassWise has at least.
	BinRows int
}

// Chooses reports whether the class with the largest calibrated probability is predicted.
// The other methods leave the class that was predicted.
func (s Settings) Chooses() bool { return s.Method == Vector || s.Method == Dirichlet }

// Bins reports whether the method makes histograms.
func (s Settings) Bins() bool { return s.Method == TopLabel || s.Method == ClassWise }

// method takes the probabilities of the classes that a map is fitted to, which sum to 1, to
// calibrated ones, in place. Predicted is the place of the predicted class.
type method interface {
	calibrate(p []float64, predicted int)
}

// Map takes the probabilities of a row to calibrated ones. Classes without rows in the sample
// keep theirs, and the others share what is left.
type Map struct {
	method
	classes []int // that have rows, ascending
	place   []int // of a class among them, −1 for one without rows
}

// Fit fits a map. It is an error if the rows are of one class, or if there are none. An unknown
// method and slices of different lengths are a caller's bug and panic.
func (s Settings) Fit(all Sample) (*Map, error) {
	if n := len(all.Classes); len(all.Probabilities) != n*all.K || len(all.Predicted) != n {
		panic(fmt.Sprintf("multiclass: %d classes, %d predictions and %d probabilities", n, len(all.Predicted),
			len(all.Probabilities)))
	}
	m := newMap(all)
	if len(m.classes) < 2 {
		return nil, fmt.Errorf("calibration needs rows of two classes at least; %d rows are of %d", len(all.Classes),
			len(m.classes))
	}
	sample := m.within(all)
	switch s.Method {
	case Temperature:
		m.method = fitTemperature(sample)
	case Vector:
		m.method = fitLinear(&linear{k: sample.K, diagonal: true}, sample)
	case Dirichlet:
		k := float64(sample.K)
		m.method = fitLinear(&linear{k: sample.K, off: s.Lambda / (k * (k - 1)), intercept: s.Mu / k}, sample)
	case TopLabel:
		m.method = fitTopLabel(sample, s.BinRows)
	case ClassWise:
		m.method = fitClassWise(sample, s.BinRows)
	default:
		panic(fmt.Sprintf("multiclass: unknown method %q", s.Method))
	}
	return m, nil
}

// newMap finds the classes that have rows.
func newMap(all Sample) *Map {
	m := &Map{place: make([]int, all.K)}
	counts := make([]int, all.K)
	for _, class := range all.Classes {
		counts[class]++
	}
	for class, n := range counts {
		m.place[class] = -1
		if n > 0 {
			m.place[class] = len(m.classes)
			m.classes = append(m.classes, class)
		}
	}
	return m
}

// within is the sample among the classes that have rows. A predicted class that has none is −1.
func (m *Map) within(all Sample) Sample {
	k := len(m.classes)
	in := Sample{K: k, Probabilities: make([]float64, 0, len(all.Classes)*k)}
	for i, class := range all.Classes {
		shares, _ := m.shares(all.Probabilities[i*all.K : (i+1)*all.K])
		in.Probabilities = append(in.Probabilities, shares...)
		in.Predicted = append(in.Predicted, m.place[all.Predicted[i]])
		in.Classes = append(in.Classes, m.place[class])
	}
	return in
}

// shares are the probabilities of the classes that have rows, divided by their sum, which is
// returned too; where that is 0 they are equal.
func (m *Map) shares(p []float64) (shares []float64, sum float64) {
	shares = lists.Pick(p, m.classes)
	if sum = lists.Sum(shares); sum == 0 {
		return slices.Repeat([]float64{1 / float64(len(shares))}, len(shares)), 0
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares, sum
}

// Apply calibrates the probabilities of a row in place, given the class that was predicted.
func (m *Map) Apply(p []float64, predicted int) {
	shares, sum := m.shares(p)
	if sum == 0 {
		return
	}
	m.calibrate(shares, m.place[predicted])
	for place, class := range m.classes {
		p[class] = sum * shares[place]
	}
}
