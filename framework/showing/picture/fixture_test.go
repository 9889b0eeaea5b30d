package picture

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/results/store"
)

// pictures are small examples, one of each kind.
var pictures = map[string]func(io.Writer) error{
	"comparison":   func(w io.Writer) error { return CriticalDifference(w, comparison()) },
	"distribution": func(w io.Writer) error { return Distributions(w, distribution(4)) },
	"ranking":      func(w io.Writer) error { return Rankings(w, ranking(4, 5)) },
	"confusion":    func(w io.Writer) error { return Confusion(w, heat(4)) },
	"regions":      func(w io.Writer) error { return Regions(w, plane(24, 12)) },
	"costs":        func(w io.Writer) error { return Costs(w, bars()) },
	"control":      func(w io.Writer) error { return CriticalDifference(w, against()) },
	"wins":         func(w io.Writer) error { return WinMatrix(w, wins(5)) },
	"pairs":        func(w io.Writer) error { return WinMatrix(w, pairs(5)) },
	"forest":       func(w io.Writer) error { return Forests(w, forest(7)) },
	"scatter":      func(w io.Writer) error { return Scatters(w, scatter(12)) },
	"scatter_wide": func(w io.Writer) error { return Scatters(w, crowd(mostNamed)) },
	"simplex":      func(w io.Writer) error { return Simplexes(w, simplex(2000)) },
	"density":      func(w io.Writer) error { return Densities(w, density()) },
	"reliability":  func(w io.Writer) error { return Reliabilities(w, reliability()) },
	"roc":          func(w io.Writer) error { return ROCs(w, roc(4)) },
	"curves":       func(w io.Writer) error { return DrawCurves(w, curves(true)) },
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

func ranking(methods, datasets int) Ranking {
	r := Ranking{Title: "accuracy: a mark for each dataset, sorted by mean rank", Metric: "accuracy"}
	for d := range datasets {
		r.Datasets = append(r.Datasets, fmt.Sprintf("dataset %d <&>", d+1))
	}
	for i := range methods {
		r.Labels, r.Ranks = append(r.Labels, fmt.Sprintf("method %d/дерево", i+1)), append(r.Ranks, 1.5+float64(i))
		var values []float64
		for d := range datasets {
			values = append(values, 0.6+0.4*float64(d)/float64(datasets)-0.01*float64(i*d%7))
		}
		if i == 2 {
			values[1] = math.NaN()
		}
		r.Values = append(r.Values, values)
	}
	return r
}

func heat(k int) Heat {
	rng := rand.New(rand.NewPCG(3, 4))
	h := Heat{Title: "iris: lr/ova"}
	for i := range k {
		h.Classes = append(h.Classes, []string{"setosa", "versicolor", "virginica", "鸢尾"}[i%4])
		row := make([]float64, k)
		for j := range k {
			if i == j {
				row[j] = float64(40 + rng.IntN(9))
			} else if rng.IntN(3) == 0 {
				row[j] = float64(rng.IntN(15))
			}
		}
		h.Counts = append(h.Counts, row)
	}
	h.Counts[k-1] = make([]float64, k)
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

func against() Comparison {
	c := comparison()
	c.Groups, c.Control = nil, "lr/ova"
	c.Apart = []bool{false, false, false, true, false, true}
	return c
}

func wins(n int) Wins {
	rng := rand.New(rand.NewPCG(7, 8))
	m := Wins{Title: "Accuracy: pairs on 12 datasets", Value: "p, adjusted by Holm"}
	for i := range n {
		m.Labels = append(m.Labels, []string{"lr/ova", "svm[C=0.1]/ovo", "дерево/ecoc", "鸢尾"}[i%4])
		m.Won, m.Tied = append(m.Won, make([]int, n)), append(m.Tied, make([]int, n))
		m.Values, m.Found = append(m.Values, make([]float64, n)), append(m.Found, make([]bool, n))
	}
	for i := range n {
		for j := range i {
			won, tied := rng.IntN(10), rng.IntN(3)
			m.Won[i][j], m.Tied[i][j], m.Tied[j][i], m.Won[j][i] = won, tied, tied, 12-won-tied
			p := rng.Float64() * rng.Float64()
			m.Values[i][j], m.Values[j][i] = p, p
			m.Found[i][j], m.Found[j][i] = p < 0.05, p < 0.05
		}
	}
	if n > 2 {
		m.Values[1][2] = math.NaN()
	}
	return m
}

// pairs are wins with mean differences.
func pairs(n int) Wins {
	m := wins(n)
	m.Title, m.Value = "Accuracy: every pair by itself", "p of Wilcoxon's test, not adjusted"
	for i := range n {
		m.Differences = append(m.Differences, make([]float64, n))
		for j := range n {
			m.Differences[i][j] = 0.02*float64(j-i) + 0.001
			if j < i {
				m.Differences[i][j] = 0.02*float64(j-i) - 0.001
			}
		}
	}
	return m
}

func forest(n int) Forest {
	f := Forest{Title: "svm − lr, corrected t", Unit: "difference in accuracy", Rope: 0.01}
	for i := range n {
		v := float64(0.02*float64(i%5)) - 0.03
		f.Rows = append(f.Rows, Interval{Label: []string{"iris", "glass with a long name", "鸢尾", "letter"}[i%4], Value: v,
			Low: v - 0.02, High: v + 0.025, Found: i%5 == 4})
	}
	if n > 2 {
		f.Rows[1].Value, f.Rows[2].Low, f.Rows[2].High = math.NaN(), math.NaN(), math.NaN()
	}
	return f
}

// crowd holds points that are close together or the same, with long names, and one far away.
func crowd(n int) Scatter {
	c := Scatter{Title: "accuracy: combinations whose scores moved", Measure: "accuracy", X: "A", Y: "B",
		Of: "combination", Wide: true}
	for i := range n {
		c.Labels = append(c.Labels, fmt.Sprintf("penguins/logreg/dense[decoding=hamming,%d]", i))
		x := 0.95 + 0.002*float64(i%4)
		c.Points = append(c.Points, [2]float64{x, x + 0.003*float64(i%3-1)})
	}
	c.Points[0] = [2]float64{0.61, 0.65}
	return c
}

func scatter(n int) Scatter {
	rng := rand.New(rand.NewPCG(9, 10))
	c := Scatter{Title: "svm/ovo against lr/ova", Measure: "accuracy", X: "lr/ova", Y: "svm/ovo"}
	for i := range n {
		x := 0.6 + 0.35*rng.Float64()
		p := [2]float64{x, x + 0.05*rng.NormFloat64()}
		switch i {
		case 1:
			p[1] = math.NaN()
		case 2:
			p[1] = p[0]
		}
		c.Labels = append(c.Labels, []string{"iris", "glass", "鸢尾", "letter", "vehicle"}[i%5])
		c.Points = append(c.Points, p)
	}
	return c
}

func simplex(n int) Simplex {
	rng := rand.New(rand.NewPCG(11, 12))
	c := Simplex{Title: "Bayesian signed-rank test: svm and lr", A: "svm/ovo", B: "lr/ova", Rope: 0.01,
		Probabilities: [3]float64{0.71, 0.24, 0.05}}
	for range n {
		var draw [3]float64
		sum := 0.0
		for i, shape := range []int{6, 4, 2} {
			for range shape {
				draw[i] += rng.ExpFloat64()
			}
			sum += draw[i]
		}
		for i := range draw {
			draw[i] /= sum
		}
		c.Draws = append(c.Draws, draw)
	}
	return c
}

func density() Density {
	return Density{Title: "iris: svm − lr", Measure: "accuracy", A: "svm/ovo", B: "lr/ova", Mean: 0.012, Scale: 0.008,
		Freedom: 9, Rope: 0.01, Probabilities: [3]float64{0.011, 0.393, 0.596},
		Parts: [3]string{"lr/ova is better", "equivalent", "svm/ovo is better"}}
}

func reliability() Reliability {
	r := Reliability{Title: "glass: svm/ova", Error: 0.0712, Definition: "expected calibration error of the largest " +
		"probability, 15 bins of equal width"}
	for b := range 15 {
		low := float64(b) / 15
		r.Bins = append(r.Bins, Bin{Low: low, High: low + 1./15, Rows: b * b, Mean: low + 0.03, Right: min(1, 0.1+float64(0.9*low))})
		r.Curve = append(r.Curve, [2]float64{low + 0.03, min(1, 0.08+float64(0.9*low))})
	}
	return r
}

func roc(k int) ROC {
	r := ROC{Title: "glass: svm/ova", Of: "probabilities pooled over folds"}
	for i := range k {
		c := ROCCurve{Class: []string{"setosa", "versicolor", "鸢尾"}[i%3], AUC: 0.9 - 0.05*float64(i)}
		for step := range 41 {
			x := float64(step) / 40
			c.Points = append(c.Points, [2]float64{x, math.Pow(x, 0.1+0.1*float64(i))})
		}
		r.Curves = append(r.Curves, c)
	}
	return r
}
