// Package lbfgs minimises many smooth convex functions side by side by the
// limited-memory BFGS method (Liu and Nocedal, "On the limited memory BFGS method
// for large scale optimization", Mathematical Programming 45, 1989) with a
// preconditioner as the initial inverse Hessian. Functions are evaluated
// together, so that one pass over the data serves all of them, but every one of
// them takes the steps that it would take alone. Plain gradient descent is a
// choice, to compare with.
package lbfgs

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// atOnce is the largest number of functions that are under way at a time: what is
// remembered of them then stays in a cache.
const atOnce = 256

// Minimize starts at 0 unless start gives other points (one slice of N a
// function, or nil). Functions are begun in order, so that neighbours are evaluated
// together. The returned error is the context's.
func Minimize(ctx context.Context, f Functions, start [][]float64, s Settings) ([]Result, error) {
	functions, n := f.Size()
	if s.Memory == 0 {
		s.Memory = 6
	}
	results := make([]Result, functions)
	var active []*path
	rougher, ok := f.(Rougher)
	rough := ok && rougher.Rough() && !s.Gradient && s.Separated == nil
	for next := 0; ; {
		for ; next < functions && len(active) < atOnce; next++ {
			p := newPath(f, next, n, s)
			p.rough = rough
			if start != nil {
				copy(p.trial, start[next])
			}
			active = append(active, p)
		}
		if len(active) == 0 {
			return results, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if now, later := apart(active); len(now) > 0 {
			active = append(pass(rougher.EvaluateRoughly, now, results, s.Threads), later...)
		} else {
			active = pass(f.Evaluate, active, results, s.Threads)
		}
	}
}

// apart tells the functions that are evaluated roughly from those that are not: these
// wait until all can be evaluated together.
func apart(active []*path) (rough, exact []*path) {
	for _, p := range active {
		if p.rough {
			rough = append(rough, p)
		} else {
			exact = append(exact, p)
		}
	}
	return rough, exact
}

// pass evaluates every active function at its trial point, lets each choose the
// next and returns those that go on. It stores the results of the others.
func pass(evaluate func(numbers []int, x [][]float64, values []float64, gradients [][]float64), active []*path,
	results []Result, threads int) []*path {
	numbers, values := make([]int, len(active)), make([]float64, len(active))
	points, gradients := make([][]float64, len(active)), make([][]float64, len(active))
	for k, p := range active {
		numbers[k], points[k], gradients[k] = p.number, p.trial, p.slope
	}
	start := time.Now()
	evaluate(numbers, points, values, gradients)
	charge(active, time.Since(start).Seconds())
	more := advance(active, values, threads)
	left := active[:0]
	for k, p := range active {
		if more[k] {
			left = append(left, p)
		} else {
			results[p.number] = p.Result
		}
	}
	return left
}

// advance lets every function choose its next point, and returns which go on.
func advance(active []*path, values []float64, threads int) []bool {
	more := make([]bool, len(active))
	threads = min(max(threads, 1), len(active))
	var wait sync.WaitGroup
	for t := range threads {
		wait.Go(func() {
			for k := t; k < len(active); k += threads {
				start := time.Now()
				more[k] = active[k].advance(values[k])
				active[k].Seconds += time.Since(start).Seconds() / float64(threads)
			}
		})
	}
	wait.Wait()
	return more
}

// charge shares the time of an evaluation.
func charge(active []*path, seconds float64) {
	total := 0.0
	for _, p := range active {
		total += p.work
	}
	for _, p := range active {
		p.Seconds += float64(seconds * (p.work / total))
	}
}

// advance takes the value at the trial point, whose gradient is in slope, and
// chooses the next trial point. It reports false when the path ends.
func (p *path) advance(value float64) bool {
	if !p.started {
		p.started = true
		if !finite(value) || !finite(kernel.Dot(p.slope, p.slope)) {
			if p.rough {
				return p.sharpen(p.trial)
			}
			p.Err = ErrOverflow
			return false
		}
		return p.accept(value)
	}
	if !p.sufficient(value) {
		return p.shorten(value)
	}
	p.Iterations++
	p.remember()
	return p.accept(value)
}

// sufficient is the condition of Armijo, give or take the rounding of a value.
func (p *path) sufficient(value float64) bool {
	rounding := 1e-14
	if p.rough {
		rounding = roughRounding
	}
	most := p.Value + float64(1e-4*p.step*p.descent) + float64(rounding*math.Abs(p.Value))
	return value <= most && finite(kernel.Dot(p.slope, p.slope))
}

// shorten steps to the minimum of the parabola through the last value, within
// a tenth and a half of the step.
func (p *path) shorten(value float64) bool {
	factor := 0.1
	if curvature := value - p.Value - float64(p.step*p.descent); finite(curvature) && curvature > 0 {
		factor = min(max(-p.step*p.descent/(2*curvature), 0.1), 0.5)
	}
	p.step *= factor
	if p.rough && p.step < leastRoughStep*p.first {
		return p.sharpen(p.X)
	}
	if p.step < 1e-14*p.first {
		// Rounding hides what descent there is.
		p.End = contract.Stalled
		if -p.descent/2 <= 1e-12*math.Abs(p.Value) && p.Value >= p.separated {
			p.End = contract.Tolerance
		}
		return false
	}
	p.aim()
	return true
}

// accept makes the trial point the current one and looks from there. It reports
// false at the minimum or after the last step.
func (p *path) accept(value float64) bool {
	p.Value = value
	copy(p.X, p.trial)
	copy(p.g, p.slope)
	p.refresh()
	p.look()
	switch {
	case p.rough:
		if p.enough() {
			return p.sharpen(p.X)
		}
	case p.distance() <= p.Tol*math.Abs(p.Value) && p.Value >= p.separated:
		p.End = contract.Tolerance
	case p.Value < 1e-6*p.separated:
		p.End = contract.NoMinimum
	case p.Iterations >= p.MaxIter:
		p.End = contract.MaxIter
	}
	if p.End != "" {
		return false
	}
	p.step = p.stride()
	p.first = p.step
	p.aim()
	return true
}
