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
	"errors"
	"math"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// Functions are L functions of N variables.
type Functions interface {
	// Size returns L and N. N is a multiple of kernel.Lanes; variables that do
	// not exist have gradient 0.
	Size() (functions, variables int)
	// Evaluate stores the values and gradients of the functions with the given
	// numbers at the points x (one slice of N a function). What it stores for a
	// function depends on its point alone.
	Evaluate(numbers []int, x [][]float64, values []float64, gradients [][]float64)
	// Precondition stores P⁻¹·g in dst for a positive definite P that resembles
	// the Hessian of the function.
	Precondition(number int, dst, g []float64)
}

// Refresher is implemented by functions that can look at their Hessian.
type Refresher interface {
	// Refresh returns the multiplication with P⁻¹ for a P that resembles the
	// Hessian of a function at x, or nil if the number of steps since the last P is
	// not worth it. What it returns depends on number, x and steps alone.
	Refresh(number int, x []float64, steps int) func(dst, g []float64)
}

// Rougher is implemented by functions that can be evaluated faster with fewer digits.
// The way to the minimum is then gone with those, as far as they lead; every function
// ends at a point at which Evaluate has found its value and gradient.
type Rougher interface {
	// Rough reports whether that is worth while.
	Rough() bool
	// EvaluateRoughly is Evaluate to about seven digits. What it stores for a function
	// depends on its point alone.
	EvaluateRoughly(numbers []int, x [][]float64, values []float64, gradients [][]float64)
}

// Settings of the method.
type Settings struct {
	// Tol is the estimated distance to the minimum, relative to the value, at
	// which a function is done: ½ gᵀH⁻¹g ≤ Tol·f with the method's own H⁻¹. The
	// slower the progress, the more that is too small: after n > sureSteps steps
	// it is multiplied by n/sureSteps.
	Tol     float64
	MaxIter int // steps
	// Memory is the number of pairs that are remembered, 6 if it is 0: more save
	// fewer steps than they cost.
	Memory int
	// Gradient asks for plain gradient descent: every step goes along −g, with
	// H⁻¹ = 1 in the condition above.
	Gradient bool
	// Separated, unless it is nil, holds for each function the value below which
	// it is known to have no minimum: it is not converged then, and ends at a
	// millionth of that value.
	Separated []float64
	// Work, unless it is nil, holds for each function the work of an evaluation, in
	// any unit: its rows. It only serves to share the time.
	Work []float64
	// Threads is the number of functions that choose their next point at a time, 1 if it
	// is 0. More need functions whose preconditioners can be asked at the same time.
	Threads int
}

// Result is what was found for one function.
type Result struct {
	X          []float64 // N
	Value      float64
	Iterations int
	Seconds    float64 // its share of the time: that of evaluations by work, and its own between them
	End        contract.End
	Err        error // the function overflows
}

// ErrOverflow is the error of a function that is not finite where it starts.
var ErrOverflow = errors.New("the objective overflows: standardise the features or choose a smaller C")

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
			results[p.number] = Result{X: p.x, Value: p.value, Iterations: p.iterations, Seconds: p.seconds, End: p.end,
				Err: p.err}
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
				active[k].seconds += time.Since(start).Seconds() / float64(threads)
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
		p.seconds += seconds * (p.work / total)
	}
}

// path is the way of one function to its minimum.
type path struct {
	precondition func(dst, g []float64)
	refresher    Refresher // or nil
	refreshed    int       // the step of the last refresh
	number       int
	Settings

	x, g      []float64 // the point and its gradient
	value     float64
	trial     []float64 // the point that is evaluated next
	slope     []float64 // its gradient
	direction []float64
	descent   float64 // gᵀdirection, below 0
	step      float64
	first     float64 // the first step tried along the direction

	s, y       [][]float64 // remembered steps and changes of gradient, oldest first
	rho        []float64   // 1/sᵀy
	gamma      float64     // scale of the preconditioner
	scratch    []float64   // P⁻¹·y, and the coefficients of the recursion
	alpha      []float64
	started    bool
	rough      bool    // values and gradients have few digits yet
	lowest     float64 // rough value
	idle       int     // steps without a lower one
	separated  float64 // value below which there is no minimum
	end        contract.End
	iterations int
	work       float64 // of an evaluation
	seconds    float64
	err        error
}

func newPath(f Functions, number, n int, s Settings) *path {
	p := &path{number: number, Settings: s, gamma: 1, alpha: make([]float64, s.Memory)}
	p.precondition = func(dst, g []float64) { f.Precondition(number, dst, g) }
	if !s.Gradient {
		p.refresher, _ = f.(Refresher)
	}
	if p.work = 1; s.Work != nil {
		p.work = s.Work[number]
	}
	if s.Separated != nil {
		p.separated = s.Separated[number]
	}
	for _, v := range []*[]float64{&p.x, &p.g, &p.trial, &p.slope, &p.direction, &p.scratch} {
		*v = make([]float64, n)
	}
	return p
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
			p.err = ErrOverflow
			return false
		}
		return p.accept(value)
	}
	if !p.sufficient(value) {
		return p.shorten(value)
	}
	p.iterations++
	p.remember()
	return p.accept(value)
}

// sufficient is the condition of Armijo, give or take the rounding of a value.
func (p *path) sufficient(value float64) bool {
	rounding := 1e-14
	if p.rough {
		rounding = roughRounding
	}
	return value <= p.value+1e-4*p.step*p.descent+rounding*math.Abs(p.value) && finite(kernel.Dot(p.slope, p.slope))
}

// shorten steps to the minimum of the parabola through the last value, within
// a tenth and a half of the step.
func (p *path) shorten(value float64) bool {
	factor := 0.1
	if curvature := value - p.value - p.step*p.descent; finite(curvature) && curvature > 0 {
		factor = min(max(-p.step*p.descent/(2*curvature), 0.1), 0.5)
	}
	p.step *= factor
	if p.rough && p.step < leastRoughStep*p.first {
		return p.sharpen(p.x)
	}
	if p.step < 1e-14*p.first {
		// Rounding hides what descent there is.
		p.end = contract.Stalled
		if -p.descent/2 <= 1e-12*math.Abs(p.value) && p.value >= p.separated {
			p.end = contract.Tolerance
		}
		return false
	}
	p.aim()
	return true
}

// aim sets the trial point.
func (p *path) aim() {
	copy(p.trial, p.x)
	kernel.Axpy(p.trial, p.step, p.direction)
}

// accept makes the trial point the current one and looks from there. It reports
// false at the minimum or after the last step.
func (p *path) accept(value float64) bool {
	p.value = value
	copy(p.x, p.trial)
	copy(p.g, p.slope)
	p.refresh()
	p.look()
	switch {
	case p.rough:
		if p.enough() {
			return p.sharpen(p.x)
		}
	case p.distance() <= p.Tol*math.Abs(p.value) && p.value >= p.separated:
		p.end = contract.Tolerance
	case p.value < 1e-6*p.separated:
		p.end = contract.NoMinimum
	case p.iterations >= p.MaxIter:
		p.end = contract.MaxIter
	}
	if p.end != "" {
		return false
	}
	p.step = p.stride()
	p.first = p.step
	p.aim()
	return true
}

// refresh takes another preconditioner if there is a better one, and forgets what
// the last was corrected by.
func (p *path) refresh() {
	if p.refresher == nil {
		return
	}
	if fresh := p.refresher.Refresh(p.number, p.x, p.iterations-p.refreshed); fresh != nil {
		p.precondition, p.refreshed = fresh, p.iterations
		p.s, p.y, p.rho, p.gamma = nil, nil, nil, 1
	}
}

// sureSteps is the number of steps up to which the distance is not corrected.
const sureSteps = 30

// distance estimates that of the value to the minimum.
func (p *path) distance() float64 {
	return -p.descent / 2 * max(1, float64(p.iterations)/sureSteps)
}

// stride returns the length of the first trial along the direction: 1, or for
// gradient descent twice the last step.
func (p *path) stride() float64 {
	switch {
	case !p.Gradient:
		return 1
	case p.iterations > 0:
		return 2 * p.step
	}
	p.precondition(p.scratch, p.g)
	return kernel.Dot(p.g, p.scratch) / kernel.Dot(p.g, p.g)
}

// remember keeps the step to the trial point and the change of the gradient.
func (p *path) remember() {
	if p.Gradient {
		return
	}
	var s, y []float64
	if len(p.s) == p.Memory {
		s, y = p.s[0], p.y[0]
		p.s, p.y, p.rho = p.s[1:], p.y[1:], p.rho[1:]
	} else {
		s, y = make([]float64, len(p.x)), make([]float64, len(p.x))
	}
	copy(s, p.trial)
	kernel.Axpy(s, -1, p.x)
	copy(y, p.slope)
	kernel.Axpy(y, -1, p.g)
	sy := kernel.Dot(s, y)
	if !(sy > 1e-300) {
		return
	}
	p.s, p.y, p.rho = append(p.s, s), append(p.y, y), append(p.rho, 1/sy)
	p.precondition(p.scratch, y)
	if yy := kernel.Dot(y, p.scratch); yy > 0 {
		p.gamma = sy / yy
	}
}

// look finds the direction −H⁻¹·g by the two-loop recursion.
func (p *path) look() {
	if p.Gradient {
		p.descent = -kernel.Dot(p.g, p.g)
		clear(p.direction)
		kernel.Axpy(p.direction, -1, p.g)
		return
	}
	q := p.scratch
	copy(q, p.g)
	for i := len(p.s) - 1; i >= 0; i-- {
		p.alpha[i] = p.rho[i] * kernel.Dot(p.s[i], q)
		kernel.Axpy(q, -p.alpha[i], p.y[i])
	}
	p.precondition(p.direction, q)
	for j, v := range p.direction {
		p.direction[j] = -p.gamma * v
	}
	for i, s := range p.s {
		beta := -p.rho[i] * kernel.Dot(p.y[i], p.direction)
		kernel.Axpy(p.direction, beta-p.alpha[i], s)
	}
	p.descent = kernel.Dot(p.g, p.direction)
}

func finite(v float64) bool { return v-v == 0 }
