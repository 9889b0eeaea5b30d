package margin

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/trainer"
)

// gapFactor times tol is the relative duality gap at which training ends: the
// objective is then right to 1e-6 by default, and surely so.
const gapFactor = 100

// trainCrammerSinger solves a multiclass problem until the duality gap is within
// gapFactor·tol of the objective.
func trainCrammerSinger(ctx context.Context, p contract.Problem, s settings, threads int) (*linear.Model, error) {
	m, lanes := newMulticlass(p, s.C)
	b, err := m.start(m.w)
	if err == nil {
		err = m.train(ctx, b, random(p.Seed), gapFactor*s.Tol, s.MaxIter, threads)
	}
	if err != nil {
		return nil, err
	}
	return m.model(p.Classes, lanes, b), nil
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6373)) }

// trainSparse solves a multiclass problem on sparse rows by the sequential method.
func (s settings) trainSparse(
	ctx context.Context, p contract.Problem, x trainer.SparseRows,
) (*linear.Model, error) {
	if p.Task != contract.Multiclass || !s.PenalizeIntercept {
		return nil, wrongTask(p.Task)
	}
	m, lanes := newSparse(p, x, s.C)
	b, err := m.start(m.w)
	if err == nil {
		err = b.approach(ctx, m, random(p.Seed), gapFactor*s.Tol, s.MaxIter, math.MaxInt)
	}
	if err != nil {
		return nil, err
	}
	return m.model(p.Classes, lanes, b), nil
}

const (
	// busyShare is the share of rows that move in the first sweep from which the
	// sequential method is slow.
	busyShare = 0.9
	// firstVisits is how often it visits each row before the proximal method is tried,
	// which takes about as long for proximalSteps.
	firstVisits, proximalSteps = 60, 100
)

// train solves the problem. The sequential method is the faster one where few rows
// have a loss, and the proximal method, which is for few columns, where most have.
func (m *multiclass) train(ctx context.Context, b *best, rng *rand.Rand, tol float64, rounds, threads int) error {
	if m.x.Cols < mostColumns {
		order := lists.Range(m.rows())
		shuffle(rng, order)
		if moved := m.sweep(order); float64(len(moved)) < busyShare*float64(len(order)) {
			err := b.approach(ctx, m, rng, tol, rounds, firstVisits*len(order))
			if err != nil || b.fit.End != contract.MaxIter {
				return err
			}
		} else { // hardly better than to begin at 0, from where the proximal method is faster
			clear(m.alpha)
			clear(m.w)
		}
		_, err := newProximal(m, threads).approach(ctx, b, tol, min(rounds, proximalSteps))
		if err != nil || b.reached(tol) {
			return err
		}
		b.idle = 0
	}
	return b.approach(ctx, m, rng, tol, rounds, math.MaxInt)
}

// sweep minimises over the α of one row after the other and returns the rows whose
// α have changed. For a row the dual is
// ½·‖z‖²·‖α‖² + bᵀα, so that α_k = min(limit_k, (β − b_k)/‖z‖²) with the β that
// makes them add up to 0.
func (m *multiclass) sweep(order []int) (changed []int) {
	for n, i := range order {
		if m.sparse != nil && n+1 < len(order) {
			columns, values := m.sparse.Row(order[n+1])
			kernel.Prefetch(values, columns)
		}
		m.decide(i)
		alpha, square := m.alphaOf(i), m.square[i]
		for k := range m.b {
			m.b[k] = m.f[k] - float64(square*alpha[k])
			if k != m.class[i] {
				m.b[k]++
			}
		}
		beta := m.level(i)
		moved := false
		for k, b := range m.b {
			next := min(m.limit(i, k), (beta-b)/square)
			m.f[k] = next - alpha[k]
			moved = moved || m.f[k] != 0
			alpha[k] = next
		}
		if moved {
			clear(m.f[m.classes:])
			m.add(i, m.f)
			changed = append(changed, i)
		}
	}
	return changed
}

// free returns the rows of the order with more than one α below its limit.
func (m *multiclass) free(order []int) []int {
	var rows []int
	for _, i := range order {
		n := 0
		for k, a := range m.alphaOf(i)[:m.classes] {
			if a < m.limit(i, k) {
				n++
			}
		}
		if n > 1 {
			rows = append(rows, i)
		}
	}
	return rows
}

// model makes a model of the best coefficients. A class without rows scores
// linear.Absent.
func (m *multiclass) model(classes int, lanes []int, best *best) *linear.Model {
	d := m.x.Cols
	out := &linear.Model{W: make([]float64, classes*d), B: slices.Repeat([]float64{linear.Absent}, classes),
		Quality: best.fit}
	for k, class := range lanes {
		for j := range d {
			out.W[class*d+j] = best.point[j*m.width+k]
		}
		out.B[class] = best.point[d*m.width+k]
	}
	return out
}
