package kernelised

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/internal/trainer"
)

// values gives rows of the kernel matrix of a problem's points, and more columns if
// the points are among others.
type values interface {
	// need makes ready rows that are asked for next, at most as many as most returns.
	need(rows []int32)
	most() int
	// row returns the kernel of a point with every column.
	row(i int32) []float32
}

// shared is the whole kernel matrix of a row set, for all its problems.
type shared [][]float32

func (s shared) need([]int32)          {}
func (s shared) most() int             { return len(s) }
func (s shared) row(i int32) []float32 { return s[i] }

// room returns memory for a matrix, this if it is as large.
func (s shared) room(m *gram.Matrix) shared {
	if len(s) == m.Len() && len(s[0]) == m.Width() {
		return s
	}
	s = make(shared, m.Len())
	for start := 0; start < len(s); start += together {
		end := min(start+together, len(s))
		memory := make([]float32, (end-start)*m.Width())
		for i := start; i < end; i++ {
			s[i], memory = memory[:m.Width():m.Width()], memory[m.Width():]
		}
	}
	return s
}

// together is the number of rows that are computed at a time.
const together = 48

// fill computes all rows.
func (s shared) fill(set *trainer.Set, compute func(rows []int32, out [][]float32)) {
	_ = rowset.Each(set.Batch().Threads, (len(s)+together-1)/together, func(part int) error {
		start := part * together
		end := min(start+together, len(s))
		rows := make([]int32, end-start)
		for r := range rows {
			rows[r] = int32(start + r)
		}
		compute(rows, s[start:end])
		return nil
	})
}

// recent holds as many rows of a matrix as memory allows: those that were asked for
// last.
type recent struct {
	matrix *gram.Matrix
	held   [][]float32 // nil if not there
	used   []int64     // when it was asked for
	now    int64
	free   [][]float32
	list   []int32 // rows that are there
	limit  int
}

// newRecent holds rows in at most some bytes.
func newRecent(m *gram.Matrix, bytes int64) (*recent, error) {
	r := &recent{matrix: m, held: make([][]float32, m.Len()), used: make([]int64, m.Len())}
	if r.limit = int(min(bytes/int64(4*m.Width()), int64(m.Len()))); r.limit < 2 {
		return nil, fmt.Errorf("the kernel of %d rows does not fit: two of its rows take %d bytes of cache for each thread",
			m.Len(), 8*m.Width())
	}
	return r, nil
}

func (r *recent) most() int { return r.limit }

func (r *recent) row(i int32) []float32 {
	if r.held[i] == nil {
		r.need([]int32{i})
	}
	r.now++
	r.used[i] = r.now
	return r.held[i]
}

func (r *recent) need(rows []int32) {
	var missing []int32
	for _, i := range rows {
		r.now++
		r.used[i] = r.now
		if r.held[i] == nil {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return
	}
	r.makeRoom(len(missing))
	out := make([][]float32, len(missing))
	for at, i := range missing {
		out[at] = r.memory()
		r.held[i] = out[at]
	}
	r.list = append(r.list, missing...)
	r.matrix.Rows(missing, out)
}

// makeRoom lets go of the rows that were asked for longest ago.
func (r *recent) makeRoom(n int) {
	over := len(r.list) + n - r.limit
	if over <= 0 {
		return
	}
	slices.SortFunc(r.list, func(a, b int32) int { return cmp.Compare(r.used[a], r.used[b]) })
	for _, i := range r.list[:over] {
		r.free = append(r.free, r.held[i])
		r.held[i] = nil
	}
	r.list = append(r.list[:0], r.list[over:]...)
}

// memory returns room for a row.
func (r *recent) memory() []float32 {
	if n := len(r.free); n > 0 {
		row := r.free[n-1]
		r.free = r.free[:n-1]
		return row
	}
	return make([]float32, r.matrix.Width())
}
