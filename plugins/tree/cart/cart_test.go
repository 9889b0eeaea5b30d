package cart

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// grown trains a tree.
func grown(t testing.TB, settings map[string]any, p contract.Problem) *Tree {
	t.Helper()
	return reference.Train(t, Component(), settings, p).(*Tree)
}

// data returns a dataset of trees.json.
func data(t *testing.T, name string, weighted bool) contract.Problem {
	p := reference.TreeData(t, name, weighted)
	if p.Task == contract.Binary {
		p.Task = contract.Multiclass
		for i, y := range p.Y {
			p.Y[i] = (y + 1) / 2
		}
	}
	return p
}

// TestReferenceTrees compares nodes with those of scikit-learn.
func TestReferenceTrees(t *testing.T) {
	b, err := os.ReadFile("testdata/trees.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Trees []struct {
			Data          string
			Weighted      bool
			Settings      map[string]any
			Column, Right []int
			Threshold     []float64
			Value         [][]float64
		}
	}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for _, w := range want.Trees {
		name := fmt.Sprintf("%s, weighted %v, %v", w.Data, w.Weighted, w.Settings)
		got := grown(t, w.Settings, data(t, w.Data, w.Weighted))
		if len(got.nodes) != len(w.Column) {
			t.Errorf("%s: %d nodes, want %d", name, len(got.nodes), len(w.Column))
			continue
		}
		for i, n := range got.nodes {
			if n.column != w.Column[i] || n.column >= 0 && n.right != w.Right[i] {
				t.Errorf("%s: node %d splits column %d, its right child is %d; want %d, %d", name, i, n.column, n.right,
					w.Column[i], w.Right[i])
				break
			}
			if n.column >= 0 {
				reference.Near(t, name+": threshold", n.threshold, w.Threshold[i], 1e-12)
			}
			for k, v := range w.Value[i] {
				reference.Near(t, name+": share", n.shares[k], v, 1e-12)
			}
		}
	}
}

// impurityOf is n times the impurity of rows of a problem, as it is written down.
func impurityOf(p contract.Problem, rows []int, criterion string) float64 {
	counts := make([]float64, p.Classes)
	for _, i := range rows {
		counts[int(p.Y[i])]++
	}
	n, sum := float64(len(rows)), 0.0
	for _, c := range counts {
		switch {
		case criterion == Gini:
			sum -= c / n * c / n
		case c > 0:
			sum -= c / n * math.Log2(c/n)
		}
	}
	if criterion == Gini {
		sum++
	}
	return n * sum
}

// TestEverySplitIsTheBest tries all splits of every node, on iris (many ties) and
// on whole numbers.
func TestEverySplitIsTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	whole := contract.Problem{Task: contract.Multiclass, Classes: 4, X: contract.Matrix{Rows: 80, Cols: 3}}
	for range 80 {
		whole.X.Data = append(whole.X.Data, float64(rng.IntN(6)), float64(rng.IntN(9)), 1)
		whole.Y = append(whole.Y, float64(rng.IntN(4)))
	}
	for _, p := range []contract.Problem{reference.Iris(t), whole} {
		for _, criterion := range []string{Gini, Entropy} {
			m := grown(t, map[string]any{"criterion": criterion, "min_samples_leaf": 2}, p)
			all := make([]int, p.X.Rows)
			for i := range all {
				all[i] = i
			}
			checkNode(t, m, 0, p, all, criterion)
		}
	}
}

func checkNode(t *testing.T, m *Tree, at int, p contract.Problem, rows []int, criterion string) {
	t.Helper()
	best, bestColumn, bestThreshold := math.Inf(1), -1, 0.0
	pure := impurityOf(p, rows, criterion) == 0
	for j := 0; j < p.X.Cols && !pure; j++ {
		values := []float64{}
		for _, i := range rows {
			values = append(values, p.X.Row(i)[j])
		}
		slices.Sort(values)
		values = slices.Compact(values)
		for v := 1; v < len(values); v++ {
			threshold := (values[v-1] + values[v]) / 2
			left, right := parted(p, rows, j, threshold)
			sum := impurityOf(p, left, criterion) + impurityOf(p, right, criterion)
			if len(left) >= 2 && len(right) >= 2 && sum < best-1e-9 {
				best, bestColumn, bestThreshold = sum, j, threshold
			}
		}
	}
	n := m.nodes[at]
	if n.column != bestColumn || n.column >= 0 && math.Abs(n.threshold-bestThreshold) > 1e-12 {
		t.Errorf("%s: node %d of %d rows splits column %d at %v, want %d at %v", criterion, at, len(rows), n.column,
			n.threshold, bestColumn, bestThreshold)
		return
	}
	if n.column >= 0 {
		left, right := parted(p, rows, n.column, n.threshold)
		checkNode(t, m, at+1, p, left, criterion)
		checkNode(t, m, n.right, p, right, criterion)
	}
}

func parted(p contract.Problem, rows []int, column int, threshold float64) (left, right []int) {
	for _, i := range rows {
		if p.X.Row(i)[column] <= threshold {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	return left, right
}

// TestPruning compares with the least cost over all subtrees.
func TestPruning(t *testing.T) {
	p := data(t, "thirds", false)
	full := grown(t, map[string]any{"max_depth": 4}, p)
	for _, alpha := range []float64{0.001, 0.005, 0.01, 0.02, 0.05, 1} {
		m := grown(t, map[string]any{"max_depth": 4, "ccp_alpha": alpha}, p)
		cost := 0.0
		for _, n := range m.nodes {
			if n.column < 0 {
				cost += n.impurity + alpha
			}
		}
		reference.Near(t, fmt.Sprintf("cost at %v", alpha), cost, slices.Min(costs(full, 0, alpha)), 1e-12)
	}
	if m := grown(t, map[string]any{"ccp_alpha": 1}, p); len(m.nodes) != 1 {
		t.Errorf("%d nodes are left at alpha 1", len(m.nodes))
	}
}

// costs lists the costs of all subtrees with the root at.
func costs(m *Tree, at int, alpha float64) []float64 {
	out := []float64{m.nodes[at].impurity + alpha}
	if m.nodes[at].column < 0 {
		return out
	}
	right := costs(m, m.nodes[at].right, alpha)
	for _, a := range costs(m, at+1, alpha) {
		for _, b := range right {
			out = append(out, a+b)
		}
	}
	return out
}

// TestSymmetric swaps signs: as log-odds, scores are negated.
func TestSymmetric(t *testing.T) {
	p := reference.BreastCancer(t)
	q := p
	q.Y = make([]float64, len(p.Y))
	for i, y := range p.Y {
		q.Y[i] = -y
		p.Weights = append(p.Weights, 0.3+float64(i%7)/3)
	}
	logOdds := func(v float64) float64 { return math.Log(max(v, 1e-300)) - math.Log(max(1-v, 1e-300)) }
	for _, settings := range []map[string]any{{}, {"criterion": Entropy}, {"max_depth": 3},
		{"min_samples_leaf": 7, "criterion": Entropy}, {"ccp_alpha": 0.01}} {
		for _, weights := range [][]float64{nil, p.Weights} {
			a, b := p, q
			a.Weights, b.Weights = weights, weights
			one, two := reference.Scores(grown(t, settings, a), p.X, 1), reference.Scores(grown(t, settings, b), p.X, 1)
			for i := range one {
				if logOdds(one[i]) != -logOdds(two[i]) {
					t.Fatalf("%v: score %d is %v and %v", settings, i, one[i], two[i])
				}
			}
		}
	}
}

// TestWeightsAreCopies compares whole weights with rows that are repeated.
func TestWeightsAreCopies(t *testing.T) {
	p := reference.Iris(t)
	q := p
	q.X, q.Y = contract.Matrix{Cols: 4}, nil
	for i := range p.Y {
		p.Weights = append(p.Weights, float64(1+i%3))
		for range 1 + i%3 {
			q.X.Data, q.Y = append(q.X.Data, p.X.Row(i)...), append(q.Y, p.Y[i])
			q.X.Rows++
		}
	}
	for _, settings := range []map[string]any{{}, {"max_depth": 2}, {"min_impurity_decrease": 0.05}, {"ccp_alpha": 0.02}} {
		a, b := grown(t, settings, p), grown(t, settings, q)
		if len(a.nodes) != len(b.nodes) || !slices.Equal(reference.Scores(a, p.X, 3), reference.Scores(b, p.X, 3)) {
			t.Errorf("%v: trees of %d and %d nodes differ", settings, len(a.nodes), len(b.nodes))
		}
	}
}

// TestTroublesomeRows has columns of very different size, a constant, a copy,
// neighbouring numbers, weights of very different size and a class without rows.
func TestTroublesomeRows(t *testing.T) {
	next := math.Nextafter(1, 2)
	p := contract.Problem{Task: contract.Multiclass, Classes: 4, Y: []float64{0, 1, 0, 1, 3},
		X: contract.Matrix{Rows: 5, Cols: 5, Data: []float64{
			1e300, 1e-300, 7, 1e300, 1,
			-1e300, 3e-300, 7, -1e300, next,
			1e300, 1e-300, 7, 1e300, 1,
			-1e300, 3e-300, 7, -1e300, next,
			math.MaxFloat64, -5e-324, 7, math.MaxFloat64, next,
		}}}
	for _, weights := range [][]float64{nil, {1e-12, 1e12, 1, 1e-300, 1e300}} {
		for _, criterion := range []string{Gini, Entropy} {
			p.Weights = weights
			m := grown(t, map[string]any{"criterion": criterion}, p)
			scores := reference.Scores(m, p.X, 4)
			for i, s := range scores {
				if !(s >= 0 && s <= 1) {
					t.Errorf("score %d is %v", i, s)
				}
			}
			if weights == nil && !slices.Equal(reference.Predictions(scores, 4), []int{0, 1, 0, 1, 3}) {
				t.Errorf("%s: scores %v", criterion, scores)
			}
		}
	}
	clear(p.X.Data)
	p.Weights = nil
	if m := grown(t, nil, p); len(m.nodes) != 1 || !slices.Equal(m.nodes[0].shares, []float64{0.4, 0.4, 0, 0.2}) {
		t.Errorf("equal rows make the nodes %v", m.nodes)
	}
}

func TestRefusals(t *testing.T) {
	reference.CheckRefusals(t, Component(), []string{
		`{"criterion":"log_loss"}`, `{"max_depth":-1}`, `{"min_samples_split":1}`, `{"min_samples_leaf":0}`,
		`{"min_impurity_decrease":-1}`, `{"ccp_alpha":-1}`, `{"C":1}`,
	}, map[string]func(*contract.Problem){
		"column 2":           func(p *contract.Problem) { p.X.Data[7*4+2] = math.NaN() },
		"no training rows":   func(p *contract.Problem) { p.X, p.Y = contract.Matrix{Cols: 4}, nil },
		"class number below": func(p *contract.Problem) { p.Y[3] = 3 },
		"regression":         func(p *contract.Problem) { p.Task = contract.Regression },
		"weight 0":           func(p *contract.Problem) { p.Weights = p.Y },
		"both signs":         func(p *contract.Problem) { p.Task, p.X.Rows, p.Y = contract.Binary, 2, []float64{1, 1} },
	})
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"criterion":"entropy","max_depth":3}`))
	f.Add([]byte(`{"ccp_alpha":"1"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}

func BenchmarkTrain20000x100(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, classes := range []int{2, 10} {
		p := contract.Problem{Task: contract.Multiclass, Classes: classes, X: contract.Matrix{Rows: 20000, Cols: 100}}
		for range p.X.Rows {
			y := rng.IntN(classes)
			p.Y = append(p.Y, float64(y))
			for j := range p.X.Cols {
				p.X.Data = append(p.X.Data, rng.NormFloat64()+float64((y>>(j%4))&1)/2)
			}
		}
		for _, criterion := range []string{Gini, Entropy} {
			b.Run(fmt.Sprintf("%d_%s", classes, criterion), func(b *testing.B) {
				for b.Loop() {
					m := grown(b, map[string]any{"criterion": criterion}, p)
					b.ReportMetric(float64(len(m.nodes)), "nodes")
				}
			})
		}
	}
}
