package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// fixture returns rows, some of them sparse, and models with one output each.
func fixture(rows, cols, models int) (contract.Matrix, []contract.Model) {
	rng := rand.New(rand.NewPCG(5, uint64(rows*cols+models)))
	x := contract.Matrix{Rows: rows, Cols: cols, Data: make([]float64, rows*cols)}
	for i := range x.Data {
		if rng.IntN(3) > 0 {
			x.Data[i] = rng.NormFloat64()
		}
	}
	var all []contract.Model
	for range models {
		m := &Model{W: make([]float64, cols), B: []float64{rng.NormFloat64()}}
		for j := range m.W {
			m.W[j] = rng.NormFloat64()
		}
		all = append(all, m)
	}
	return x, all
}

// compressed returns the same rows without their zeros, after an unused value.
func compressed(x contract.Matrix) contract.SparseMatrix {
	out := contract.SparseMatrix{Rows: x.Rows, Cols: x.Cols,
		CSR: contract.CSR{Data: []float64{7}, Indices: []int32{0}, Indptr: []int64{1}}}
	for i := range x.Rows {
		for j, v := range x.Row(i) {
			if v != 0 {
				out.Data, out.Indices = append(out.Data, v), append(out.Indices, int32(j))
			}
		}
		out.Indptr = append(out.Indptr, int64(len(out.Data)))
	}
	return out
}

// TestEveryWayOfScoringAgrees compares with the definition, bit for bit.
func TestEveryWayOfScoringAgrees(t *testing.T) {
	for _, rows := range []int{0, 1, 7, 8, 65, 130} {
		for _, cols := range []int{1, 5, 17} {
			for _, count := range []int{1, 2, 8, 24, 25, 131} {
				x, models := fixture(rows, cols, count)
				joint, sparse := make([]float64, rows*count), make([]float64, rows*count)
				models[0].(*Model).ScoreAll(models, contract.Rows{Matrix: x}, 1, joint)
				models[0].(*Model).ScoreAll(models, contract.Compressed(compressed(x)), 1, sparse)
				for l, m := range models {
					m := m.(*Model)
					alone, aloneSparse := make([]float64, rows), make([]float64, rows)
					m.Score(x, alone)
					m.ScoreAll([]contract.Model{m}, contract.Compressed(compressed(x)), 1, aloneSparse)
					for i := range rows {
						want := m.B[0]
						for j, v := range x.Row(i) {
							want = math.FMA(v, m.W[j], want)
						}
						for _, got := range []float64{joint[i*count+l], sparse[i*count+l], alone[i], aloneSparse[i]} {
							if got != want {
								t.Fatalf("%d×%d, model %d of %d, row %d: %v, want %v", rows, cols, l, count, i, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// Few rows with few of many features, some of them in several rows, have the same scores as among
// others.
func TestFewSparseRows(t *testing.T) {
	x, models := fixture(5, 300, 30)
	for i := range x.Rows {
		for j := range x.Row(i) {
			if j%(50+10*i) != i%2 && j != 299 {
				x.Row(i)[j] = 0
			}
		}
	}
	got := make([]float64, 5*30)
	models[0].(*Model).ScoreAll(models, contract.Compressed(compressed(x)), 1, got)
	for l, m := range models {
		for i := range x.Rows {
			want := m.(*Model).B[0]
			for j, v := range x.Row(i) {
				want = math.FMA(v, m.(*Model).W[j], want)
			}
			if got[i*30+l] != want {
				t.Errorf("model %d, row %d: %v, want %v", l, i, got[i*30+l], want)
			}
		}
	}
}

func TestRowsDoNotDependOnTheirNeighbours(t *testing.T) {
	x, models := fixture(77, 9, 30)
	all := make([]float64, 77*30)
	models[0].(*Model).ScoreAll(models, contract.Rows{Matrix: x}, 1, all)
	for i := range 77 {
		one := make([]float64, 30)
		alone := contract.Rows{Matrix: contract.Matrix{Rows: 1, Cols: 9, Data: x.Row(i)}}
		models[0].(*Model).ScoreAll(models, alone, 1, one)
		if !slices.Equal(one, all[i*30:(i+1)*30]) {
			t.Fatalf("row %d depends on other rows", i)
		}
	}
}

func TestManySparseColumnsAreTakenInParts(t *testing.T) {
	for d, want := range map[int]int{0: 128, 100: 128, 1e6: 16, 1e8: 8} {
		if got := sideBySide(d); got != want {
			t.Errorf("%d columns: %d outputs at a time, want %d", d, got, want)
		}
	}
}

func BenchmarkScoreAll(b *testing.B) {
	x, models := fixture(5000, 64, 4950)
	scores := make([]float64, len(models)*x.Rows)
	for b.Loop() {
		models[0].(*Model).ScoreAll(models, contract.Rows{Matrix: x}, 1, scores)
	}
}
