package cart

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// compressed returns rows in compressed form; some zeros are stored.
func compressed(x contract.Matrix) contract.SparseMatrix {
	out := contract.SparseMatrix{Rows: x.Rows, Cols: x.Cols, CSR: contract.CSR{Indptr: []int64{0}}}
	for i := range x.Rows {
		for j, v := range x.Row(i) {
			if v != 0 || (i+j)%5 == 0 {
				out.Data, out.Indices = append(out.Data, v), append(out.Indices, int32(j))
			}
		}
		out.Indptr = append(out.Indptr, int64(len(out.Data)))
	}
	return out
}

// onSparse trains a tree on the rows of a problem in compressed form.
func onSparse(t *testing.T, settings map[string]any, p contract.Problem) *Tree {
	t.Helper()
	l, err := Component().Learner(contract.NewConfig(settings))
	if err != nil {
		t.Fatal(err)
	}
	x := compressed(p.X)
	p.X.Data = nil
	m, err := l.(contract.SparseLearner).TrainSparse(t.Context(), p, x)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*Tree)
}

// scattered returns rows with few values, many of them equal, of which some are negative,
// and columns that are empty, full, and of one sign alone.
func scattered(rng *rand.Rand, k int) contract.Problem {
	n, d := 20+rng.IntN(150), 1+rng.IntN(12)
	p := contract.Problem{Task: contract.Multiclass, Classes: k, X: contract.Matrix{Rows: n, Cols: d}}
	for i := range n {
		class := rng.IntN(k)
		for j := range d {
			v := 0.0
			if rng.IntN(1+j) == 0 && j != 3 {
				v = math.Trunc(6*rng.NormFloat64())/4 + float64(class)/8
			}
			switch j {
			case 4:
				v = math.Abs(v)
			case 5:
				v = -math.Abs(v)
			}
			p.X.Data = append(p.X.Data, v)
		}
		p.Y = append(p.Y, float64(class))
		if i == 1 {
			p.Y[0] = float64((class + 1) % k)
		}
	}
	return p
}

// The tree of sparse rows is that of the same rows in dense form, bit for bit, whatever
// the limits are, for rows that count alike and for whole weights.
func TestSparseTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	nodes := 0
	for round := range 200 {
		p := scattered(rng, 2+round%3)
		if round%3 == 0 {
			p.Task = contract.Binary
			for i, y := range p.Y {
				p.Y[i] = 2*y - 1
			}
		}
		if round%4 == 0 {
			for range p.X.Rows {
				p.Weights = append(p.Weights, float64(1+rng.IntN(4)))
			}
		}
		settings := map[string]any{"criterion": []string{Gini, Entropy}[round/2%2]}
		switch round % 7 {
		case 1:
			settings["max_depth"] = 1 + round%4
		case 2:
			settings["min_samples_leaf"] = 2 + round%9
		case 3:
			settings["min_samples_split"] = 10
		case 4:
			settings["ccp_alpha"] = 0.01
		case 5:
			settings["min_impurity_decrease"] = 0.01
		}
		want, got := grown(t, settings, p), onSparse(t, settings, p)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("round %d, %v: %d nodes, want %d", round, settings, len(got.nodes), len(want.nodes))
		}
		nodes += len(want.nodes)
		k := len(want.nodes[0].shares)
		scores := make([]float64, k*p.X.Rows)
		got.ScoreSparse(compressed(p.X), scores)
		for i, s := range reference.Scores(want, p.X, k) {
			if scores[i] != s {
				t.Fatalf("round %d: score %d is %v, want %v", round, i, scores[i], s)
			}
		}
	}
	if nodes < 2000 {
		t.Errorf("%d nodes in all", nodes)
	}
}

// Any weights give the tree of dense rows where no two splits are alike up to rounding.
func TestSparseTreesOfWeightedRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	p := scattered(rng, 3)
	for i := range p.X.Data {
		if p.X.Data[i] != 0 {
			p.X.Data[i] += rng.Float64() / 100
		}
	}
	for range p.X.Rows {
		p.Weights = append(p.Weights, 0.5+rng.Float64())
	}
	settings := map[string]any{"max_depth": 3}
	want, got := grown(t, settings, p), onSparse(t, settings, p)
	if len(got.nodes) != len(want.nodes) {
		t.Fatalf("%d nodes, want %d", len(got.nodes), len(want.nodes))
	}
	for i, n := range want.nodes {
		if m := got.nodes[i]; m.column != n.column || m.threshold != n.threshold || m.right != n.right {
			t.Errorf("node %d is %+v, want %+v", i, m, n)
		}
		for k, s := range n.shares {
			reference.Near(t, "share", got.nodes[i].shares[k], s, 1e-14)
		}
	}
}

// The trees are those of the SDK's problems, and their scores.
func TestSparseRows(t *testing.T) {
	reference.CheckSparse(t, Component(), map[string]any{"max_depth": 4}, 1e-12)
}
