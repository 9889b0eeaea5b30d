package conformal

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/variate"
)

// Points are n points of some dimension, row-major, with what each counts and whether the set
// of its row has the true class.
type Points struct {
	Dimension int
	Values    []float64
	Weights   []float64
	Covered   []bool
}

// slab is the points x with low ≤ direction·x ≤ high.
type slab struct {
	direction []float64
	low, high float64
	coverage  float64 // share of its points that are covered
}

// WorstSlab estimates the least coverage of a slab that has at least a share of the points, as
// Romano, Sesia & Candès do (Classification with Valid and Adaptive Coverage, NeurIPS 33, 2020,
// supplement S1.2; the measure is of Cauchois, Gupta & Duchi, JMLR 22(81), 2021): the slab that
// is the worst of some random directions on one part of the points, and its coverage among
// the others, which did not choose it. NaN if there are none in it, or no points that choose.
func WorstSlab(p Points, share float64, directions int, choose []bool, seed uint64) float64 {
	all := lists.Range(len(p.Covered))
	some := p.pick(lists.Filter(all, func(i int) bool { return choose[i] }))
	others := p.pick(lists.Filter(all, func(i int) bool { return !choose[i] }))
	worst, random := slab{coverage: math.Inf(1)}, rand.New(rand.NewPCG(seed, 0))
	for range directions {
		if s := some.worst(some.direction(random), share); s.coverage < worst.coverage {
			worst = s
		}
	}
	if worst.direction == nil {
		return math.NaN()
	}
	return others.coverage(worst)
}

// direction draws a direction, all alike.
func (p Points) direction(random *rand.Rand) []float64 {
	v := make([]float64, p.Dimension)
	sum := 0.0
	for i := range v {
		v[i] = variate.Normal(random)
		sum += float64(v[i] * v[i])
	}
	return lists.Map(v, func(x float64) float64 { return x / math.Sqrt(sum) })
}

// along is the place of a point in a direction.
func (p Points) along(i int, direction []float64) float64 {
	sum := 0.0
	for j, v := range direction {
		sum += float64(v * p.Values[i*p.Dimension+j])
	}
	return sum
}

// coverage is that of the points of a slab.
func (p Points) coverage(s slab) float64 {
	covered, total := 0.0, 0.0
	for i, w := range p.Weights {
		if at := p.along(i, s.direction); at < s.low || at > s.high {
			continue
		}
		total += w
		if p.Covered[i] {
			covered += w
		}
	}
	return covered / total
}

// worst finds the slab in a direction that has a share of the points and the least coverage.
// Points at one place are in it together. Starting with all points, it asks in turn which
// slab has least covered points beyond what the coverage so far allows, and takes that one's
// coverage, until no slab has less (Dinkelbach, On nonlinear fractional programming,
// Management Science 13(7), 1967).
func (p Points) worst(direction []float64, share float64) slab {
	order := lists.Range(len(p.Covered))
	at := lists.Map(order, func(i int) float64 { return p.along(i, direction) })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	ends, total, covered := []int{0}, []float64{0}, []float64{0} // after each place, of all points up to it
	sum, hits := 0.0, 0.0
	for n, i := range order {
		sum += p.Weights[i]
		if p.Covered[i] {
			hits += p.Weights[i]
		}
		if n+1 == len(order) || at[order[n+1]] > at[i] {
			ends, total, covered = append(ends, n+1), append(total, sum), append(covered, hits)
		}
	}
	from, to := 0, len(ends)-1
	if to == 0 {
		return slab{coverage: math.Inf(1)}
	}
	least := hits / sum
	for {
		f, t := leastRun(total, covered, float64(share*sum)-slack, least)
		coverage := (covered[t] - covered[f]) / (total[t] - total[f])
		if coverage >= least {
			break
		}
		from, to, least = f, t, coverage
	}
	return slab{direction, at[order[ends[from]]], at[order[ends[to]-1]], least}
}

// leastRun finds the run, from a place to a later one, of at least some weight that has the
// least covered − rate · weight.
func leastRun(total, covered []float64, enough, rate float64) (from, to int) {
	value := func(i int) float64 { return covered[i] - float64(rate*total[i]) }
	best, start, next := math.Inf(1), 0, 0
	for t := range total {
		for ; next < t && total[t]-total[next] >= enough; next++ {
			if value(next) > value(start) {
				start = next
			}
		}
		if next > 0 && value(t)-value(start) < best {
			best, from, to = value(t)-value(start), start, t
		}
	}
	return from, to
}

// pick returns some of the points.
func (p Points) pick(points []int) Points {
	out := Points{Dimension: p.Dimension, Weights: lists.Pick(p.Weights, points), Covered: lists.Pick(p.Covered, points)}
	for _, i := range points {
		out.Values = append(out.Values, p.Values[i*p.Dimension:(i+1)*p.Dimension]...)
	}
	return out
}
