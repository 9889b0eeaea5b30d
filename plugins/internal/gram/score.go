package gram

import (
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// Sum is a function Σ coef_s·k(x_s, ·) + b of some points.
type Sum struct {
	Rows []int32 // ascending
	Coef []float64
	B    float64
}

const (
	// lanes is the number of rows that are scored side by side, and depth that of
	// points whose kernel with them is held at a time.
	lanes = 2 * panel
	depth = 2048
)

// scoring is some sums over the same points.
type scoring struct {
	kernel Kernel
	union  *Points
	sums   []Sum // Rows are those of union
}

// newScoring gathers the points of which there are sums.
func newScoring(k Kernel, p *Points, sums []Sum) *scoring {
	place := make([]int32, p.x.Rows)
	for _, s := range sums {
		for _, i := range s.Rows {
			place[i] = 1
		}
	}
	var rows []int32
	for i, used := range place {
		if used != 0 {
			place[i] = int32(len(rows))
			rows = append(rows, int32(i))
		}
	}
	out := &scoring{kernel: k, union: p.Subset(rows)}
	for _, s := range sums {
		moved := Sum{Rows: make([]int32, len(s.Rows)), Coef: s.Coef, B: s.B}
		for at, i := range s.Rows {
			moved.Rows[at] = place[i]
		}
		out.sums = append(out.sums, moved)
	}
	return out
}

// Rows returns points as rows to score.
func (p *Points) Rows() contract.Rows { return p.x }

// Scores writes the values of sums of kernels with points: that of sum k for row i to
// scores[i·stride + k].
func (k Kernel) Scores(p *Points, sums []Sum, x contract.Rows, scores []float64, stride, threads int) {
	s := newScoring(k, p, sums)
	tiles := (x.Rows + lanes - 1) / lanes
	parts := max(1, min(threads, tiles))
	var all sync.WaitGroup
	for part := range parts {
		all.Go(func() {
			s.rows(x, lanes*(part*tiles/parts), min(x.Rows, lanes*((part+1)*tiles/parts)), scores, stride)
		})
	}
	all.Wait()
}

// rows scores rows [start, end).
func (s *scoring) rows(x contract.Rows, start, end int, scores []float64, stride int) {
	cols := s.union.x.Cols
	t := &tile{x: make([]float64, cols*lanes), norms: make([]float64, lanes),
		values: make([]float64, depth*lanes), sums: make([]float64, len(s.sums)*lanes)}
	if s.union.x.Sparse == nil {
		t.packed = make([]float64, kernel.Lanes*cols)
	}
	for ; start < end; start += lanes {
		count := min(lanes, end-start)
		t.load(x, start, count)
		s.score(t)
		for k := range s.sums {
			for i := range count {
				scores[(start+i)*stride+k] = t.sums[k*lanes+i]
			}
		}
	}
}

// tile is up to lanes rows that are scored side by side.
type tile struct {
	x, norms []float64 // cols × lanes and lanes
	values   []float64 // depth × lanes: the kernel with some points
	packed   []float64 // Lanes × cols: the last points, padded
	sums     []float64 // a row of lanes for each sum
}

// load takes rows.
func (t *tile) load(x contract.Rows, start, count int) {
	clear(t.x)
	clear(t.norms)
	for i := range count {
		var row []float64
		if s := x.Sparse; s != nil {
			from, to := s.Indptr[start+i], s.Indptr[start+i+1]
			row = s.Data[from:to]
			for at, j := range s.Indices[from:to] {
				t.x[int(j)*lanes+i] = row[at]
			}
		} else {
			row = x.Row(start + i)
			for j, v := range row {
				t.x[j*lanes+i] = v
			}
		}
		t.norms[i] = squareOf(row)
	}
}

// score computes the sums of the rows of a tile, over some points after the other.
func (s *scoring) score(t *tile) {
	for k := range s.sums {
		for i := range lanes {
			t.sums[k*lanes+i] = s.sums[k].B
		}
	}
	next := make([]int, len(s.sums))
	for start := 0; start < s.union.x.Rows; start += depth {
		count := min(depth, s.union.x.Rows-start)
		s.values(t, start, count)
		for k, sum := range s.sums {
			from := next[k]
			end, _ := slices.BinarySearch(sum.Rows[from:], int32(start+count))
			next[k] = from + end
			t.add(sum, from, next[k], int32(start), t.sums[k*lanes:(k+1)*lanes])
		}
	}
}

// add adds the terms from … to−1 of a sum.
func (t *tile) add(sum Sum, from, to int, start int32, f []float64) {
	rows := make([]int32, to-from)
	for at, i := range sum.Rows[from:to] {
		rows[at] = i - start
	}
	kernel.Gather(sum.Coef[from:to], rows, t.values, lanes, f)
}

// values computes the kernel of the tile with count points.
func (s *scoring) values(t *tile, start, count int) {
	p, cols := s.union.x, s.union.x.Cols
	clear(t.values)
	if p.Sparse == nil {
		whole := count &^ (kernel.Lanes - 1)
		a := p.Data[start*cols : (start+count)*cols]
		kernel.MulAdd(whole, lanes, cols, a, cols, 1, t.x, lanes, t.values, lanes)
		if whole < count {
			clear(t.packed)
			copy(t.packed, a[whole*cols:])
			kernel.MulAdd(kernel.Lanes, lanes, cols, t.packed, cols, 1, t.x, lanes, t.values[whole*lanes:], lanes)
		}
	}
	for r := range count {
		values := t.values[r*lanes : (r+1)*lanes]
		if p.Sparse != nil {
			indices, data := p.Sparse.Row(start + r)
			kernel.Gather(data, indices, t.x, lanes, values)
		}
		s.kernel.values(values, t.norms, s.union.norms[start+r])
	}
}
