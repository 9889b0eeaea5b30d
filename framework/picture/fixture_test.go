package picture

import (
	"io"
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/store"
)

// pictures are small examples, one of each kind.
var pictures = map[string]func(io.Writer) error{
	"comparison":   func(w io.Writer) error { return CriticalDifference(w, comparison()) },
	"distribution": func(w io.Writer) error { return Distributions(w, distribution(4)) },
	"confusion":    func(w io.Writer) error { return Confusion(w, heat(4)) },
	"regions":      func(w io.Writer) error { return Regions(w, plane(24, 12)) },
	"costs":        func(w io.Writer) error { return Costs(w, bars()) },
}

func comparison() Comparison {
	return Comparison{
		Title:  "Accuracy, 12 datasets",
		Labels: []string{"lr/ova", "lr/ovo", "svm/ova", "svm/ovo", "lda/direct <&>", "дерево/ecoc"},
		Ranks:  []float64{3.25, 2.1, 2.9, 1.75, 5.2, 5.8},
		CD:     2.18,
		Groups: [][]int{{3, 1, 2, 0}, {1, 2, 0}, {0, 4}, {4, 5}},
	}
}

func distribution(n int) Distribution {
	rng := rand.New(rand.NewPCG(1, 2))
	d := Distribution{Title: "Accuracy on glass", Metric: "accuracy"}
	for i := range n {
		var values []float64
		for range 10 {
			values = append(values, 0.7+0.02*float64(i%5)+0.05*rng.NormFloat64())
		}
		switch i {
		case 1:
			values = []float64{math.NaN(), math.NaN()}
		case 2:
			values[3] = math.NaN()
		}
		d.Labels = append(d.Labels, []string{"lr/ova", "lr/ovo", "svm[C=0.1]/ecoc[decoding=loss_based]", "lda/direct"}[i%4])
		d.Values = append(d.Values, values)
	}
	return d
}

func heat(k int) Heat {
	rng := rand.New(rand.NewPCG(3, 4))
	h := Heat{Title: "iris: lr/ova"}
	for i := range k {
		h.Classes = append(h.Classes, []string{"setosa", "versicolor", "virginica", "鸢尾"}[i%4])
		row := make([]int, k)
		for j := range k {
			if i == j {
				row[j] = 40 + rng.IntN(9)
			} else if rng.IntN(3) == 0 {
				row[j] = rng.IntN(15)
			}
		}
		h.Counts = append(h.Counts, row)
	}
	h.Counts[k-1] = make([]int, k)
	return h
}

// plane has three classes, each with the half plane in which its model fires.
func plane(side, points int) Plane {
	rng := rand.New(rand.NewPCG(5, 6))
	p := Plane{Title: "blobs: lr/ova", Classes: []string{"red", "green", "blue"}}
	p.Regions = store.Regions{Columns: [2]string{"x1", "x2"}, Low: [2]float64{-4, -3}, High: [2]float64{4, 3}, Side: side}
	score := func(x, y float64, k int) float64 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 3)
		return x*cos + y*sin - 0.6 + 0.25*float64(k)*math.Sin(x)
	}
	for j := range side {
		for i := range side {
			best, firing := 0, 0
			x, y := -4+8*float64(i)/float64(side-1), -3+6*float64(j)/float64(side-1)
			for k := range 3 {
				if score(x, y, k) > score(x, y, best) {
					best = k
				}
				if score(x, y, k) > 0 {
					firing++
				}
			}
			p.Predicted, p.Firing = append(p.Predicted, best), append(p.Firing, firing)
		}
	}
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%3) / 3)
		p.Points = append(p.Points, [2]float64{2*cos + 0.7*rng.NormFloat64(), 1.7*sin + 0.7*rng.NormFloat64()})
		p.Regions.Classes = append(p.Regions.Classes, i%3)
		p.Test = append(p.Test, i%4 == 0)
	}
	return p
}

func bars() Bars {
	return Bars{
		Title:  "Training time",
		Unit:   "seconds per fold",
		Labels: []string{"ova", "ovo", "ecoc", "direct"},
		Values: []float64{0.82, 0.35, 3.41, math.NaN()},
		Notes:  []string{"10 problems", "45 problems", "50 problems", "1 problem"},
	}
}
