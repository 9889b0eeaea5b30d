package gram

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// features returns rows of which some values are 0, dense and sparse.
func features(n, d int) (dense, sparse contract.Features) {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	dense = contract.Features{Rows: n, Cols: d, Dense: make([]float64, n*d)}
	csr := &contract.CSR{Indptr: []int64{0}}
	for i := range n {
		for j := range d {
			if v := rng.NormFloat64(); v > 0 || i == 3 {
				dense.Dense[i*d+j] = v
				csr.Data, csr.Indices = append(csr.Data, v), append(csr.Indices, int32(j))
			}
		}
		csr.Indptr = append(csr.Indptr, int64(len(csr.Data)))
	}
	return dense, contract.Features{Rows: n, Cols: d, CSR: csr}
}

var kernels = []Kernel{{Kind: RBF, Gamma: 0.3}, {Kind: RBF, Gamma: 1e-7}, {Kind: Poly, Gamma: 0.4, Coef0: 1, Degree: 3},
	{Kind: Poly, Gamma: 0.4, Degree: 6}, {Kind: Sigmoid, Gamma: 0.1, Coef0: -0.2}, {Kind: Linear}}

func defined(k Kernel, x, z []float64) float64 {
	return reference.Kernel(k.Kind, k.Gamma, k.Coef0, k.Degree, x, z)
}

func points(f contract.Features) *Points {
	return NewPoints(f, contract.RowSet{Ranges: []contract.Range{{Start: 1, End: 20}, {Start: 20, End: f.Rows}},
		Scale: slices.Repeat([]float64{2}, f.Cols)})
}

// Values are those of the definition, in blocks, one by one, of dense and of sparse rows,
// and those less 1 keep their digits where γ is small.
func TestRows(t *testing.T) {
	for _, d := range []int{7, manyColumns} {
		testRows(t, 520, d)
	}
}

func testRows(t *testing.T, n, d int) {
	t.Helper()
	dense, sparse := features(n, d)
	for _, k := range kernels {
		p := points(dense)
		m, err := NewMatrix(k, p)
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewMatrix(k, points(sparse))
		if err != nil {
			t.Fatal(err)
		}
		rows := []int32{0, 2, 5, 100, 101, 102, 300, 301, 518}
		out, alone, compressed := block2(len(rows), m.Width()), block2(len(rows), m.Width()), block2(len(rows), m.Width())
		m.Rows(rows, out)
		s.Rows(rows, compressed)
		diagonal := m.Diagonal()
		for r, i := range rows {
			m.Rows(rows[r:r+1], alone[r:r+1])
			for j := range p.Len() {
				want := defined(k, p.x.Row(int(i)), p.x.Row(j)) - k.centre()
				got := float64(out[r][j])
				if math.Abs(got-want) > 1e-6*math.Abs(want)+1e-14 && j != int(i) || alone[r][j] != out[r][j] ||
					compressed[r][j] != out[r][j] {
					t.Fatalf("%+v of %d and %d: %v, alone %v, sparse %v, want %v", k, i, j, got, alone[r][j],
						compressed[r][j], want)
				}
			}
			if math.Abs(diagonal[i]-float64(out[r][i])) > 1e-6*math.Abs(diagonal[i]) {
				t.Errorf("%+v: diagonal %v, row %v", k, diagonal[i], out[r][i])
			}
		}
	}
}

func block2(rows, width int) [][]float32 {
	out := make([][]float32, rows)
	for r := range out {
		out[r] = make([]float32, width)
	}
	return out
}

// Sums are those of the definition, and have the same bits alone and beside others.
func TestScores(t *testing.T) {
	const n, d, rows = 2100, 5, 101
	dense, sparse := features(n+rows, d)
	training := contract.RowSet{Ranges: []contract.Range{{End: n}}}
	for _, k := range kernels {
		p, ps := NewPoints(dense, training), NewPoints(sparse, training)
		sums := []Sum{{B: 0.5}, {B: -1}, {}}
		for i := range int32(n) {
			for s := range sums {
				if int(i)%(s+2) == 0 {
					sums[s].Rows = append(sums[s].Rows, i)
					sums[s].Coef = append(sums[s].Coef, math.Sin(float64(i))/100)
				}
			}
		}
		x := contract.Rows{Matrix: contract.Matrix{Rows: rows, Cols: d, Data: dense.Dense[n*d:]}}
		xs := contract.Compressed(contract.SparseMatrix{Rows: rows, Cols: d, CSR: contract.CSR{Data: sparse.CSR.Data,
			Indices: sparse.CSR.Indices, Indptr: sparse.CSR.Indptr[n:]}})
		all, compressed := make([]float64, 3*rows), make([]float64, 3*rows)
		k.Scores(p, sums, x, all, 3, 2)
		k.Scores(ps, sums, xs, compressed, 3, 3)
		if !slices.Equal(all, compressed) {
			t.Errorf("%+v: sparse rows have other scores", k)
		}
		for s, sum := range sums {
			alone := make([]float64, rows)
			k.Scores(p, sums[s:s+1], x, alone, 1, 1)
			for i, v := range alone {
				want := sum.B
				for at, r := range sum.Rows {
					want += sum.Coef[at] * defined(k, p.x.Row(int(r)), dense.Dense[(n+i)*d:(n+i+1)*d])
				}
				if v != all[3*i+s] || math.Abs(v-want) > 1e-9*max(1, math.Abs(want)) {
					t.Fatalf("%+v, row %d: %v alone, %v beside others, want %v", k, i, v, all[3*i+s], want)
				}
			}
		}
	}
}

func TestGamma(t *testing.T) {
	dense, sparse := features(50, 4)
	for _, f := range []contract.Features{dense, sparse} {
		p := NewPoints(f, contract.RowSet{Ranges: []contract.Range{{End: 50}}})
		sum, squares := 0.0, 0.0
		for _, v := range dense.Dense {
			sum += v / 200
			squares += v * v / 200
		}
		if g, err := GammaOf(Scale, p); err != nil || math.Abs(g*4*(squares-sum*sum)-1) > 1e-12 {
			t.Errorf("scale is %v, %v", g, err)
		}
		if g, err := GammaOf(Auto, p); err != nil || g != 0.25 {
			t.Errorf("auto is %v, %v", g, err)
		}
	}
	if _, err := GammaOf("other", points(dense)); err == nil {
		t.Error("no error for an unknown word")
	}
}
