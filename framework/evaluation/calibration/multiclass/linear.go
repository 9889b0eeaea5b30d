package multiclass

// linear is softmax regression on the logarithms of the probabilities. With weights on the
// diagonal only it is vector scaling (Guo et al. 2017), with all weights Dirichlet calibration
// with off-diagonal and intercept regularisation (ODIR; Kull et al., "Beyond temperature
// scaling", NeurIPS 2019): mean cross-entropy + off·Σ w_kj² (k ≠ j) + intercept·Σ b_k².
type linear struct {
	k              int
	diagonal       bool
	off, intercept float64
	// theta are the weights, of the diagonal or K × K with a row for each class that is
	// scored, and then the intercepts.
	theta []float64
}

func (l *linear) calibrate(p []float64, _ int) {
	l.scores(l.theta, logarithms(p), p)
	softmax(p)
}

// weights is their number, without intercepts.
func (l *linear) weights() int {
	if l.diagonal {
		return l.k
	}
	return l.k * l.k
}

// identity are the parameters of the map that changes nothing.
func (l *linear) identity() []float64 {
	theta := make([]float64, l.weights()+l.k)
	for k := range l.k {
		if l.diagonal {
			theta[k] = 1
		} else {
			theta[k*l.k+k] = 1
		}
	}
	return theta
}

// scores are those of the classes of a row x under parameters.
func (l *linear) scores(theta, x, out []float64) {
	intercepts := theta[l.weights():]
	for k, b := range intercepts {
		if l.diagonal {
			out[k] = b + float64(theta[k]*x[k])
			continue
		}
		for j, w := range theta[k*l.k : (k+1)*l.k] {
			b += float64(w * x[j])
		}
		out[k] = b
	}
}

// add adds what a change of the scores of a row x is worth to each parameter.
func (l *linear) add(change, x, to []float64) {
	intercepts := to[l.weights():]
	for k, c := range change {
		intercepts[k] += c
		if l.diagonal {
			to[k] += float64(c * x[k])
			continue
		}
		row := to[k*l.k : (k+1)*l.k]
		for j, v := range x {
			row[j] += float64(c * v)
		}
	}
}

// penalty is the weight of the square of a parameter.
func (l *linear) penalty(parameter int) float64 {
	switch weights := l.weights(); {
	case parameter >= weights:
		return l.intercept
	case l.diagonal || parameter/l.k == parameter%l.k:
		return 0
	}
	return l.off
}

// fitLinear minimises the objective, beginning with the identity.
func fitLinear(l *linear, s Sample) *linear {
	e := &entropy{linear: l, x: logarithms(s.Probabilities), class: s.Classes, p: make([]float64, len(s.Probabilities))}
	l.theta = minimise(e, l.identity())
	return l
}

// entropy is the objective of a linear map: the mean of −ln p of the classes of rows, and
// the penalties.
type entropy struct {
	*linear
	x     []float64 // rows × K
	class []int
	p     []float64 // the probabilities at the last parameters; rows × K
}

// value is the objective at theta.
func (e *entropy) value(theta []float64) float64 {
	sum := 0.0
	for i, class := range e.class {
		p := e.row(e.p, i)
		e.scores(theta, e.row(e.x, i), p)
		own := p[class]
		sum += softmax(p) - own
	}
	value := sum / float64(len(e.class))
	for i, t := range theta {
		value += float64(e.penalty(i) * float64(t*t))
	}
	return value
}

// gradient is that at theta, whose value was computed last.
func (e *entropy) gradient(theta []float64) []float64 {
	gradient, n := make([]float64, len(theta)), float64(len(e.class))
	change := make([]float64, e.k)
	for i, class := range e.class {
		for k, p := range e.row(e.p, i) {
			change[k] = p / n
		}
		change[class] -= 1 / n
		e.add(change, e.row(e.x, i), gradient)
	}
	for i, t := range theta {
		gradient[i] += float64(2 * e.penalty(i) * t)
	}
	return gradient
}

// curved is the Hessian, where the value was computed last, times a direction.
func (e *entropy) curved(direction []float64) []float64 {
	out, n := make([]float64, len(direction)), float64(len(e.class))
	change := make([]float64, e.k)
	for i := range e.class {
		p, x := e.row(e.p, i), e.row(e.x, i)
		e.scores(direction, x, change)
		mean := 0.0
		for k, c := range change {
			mean += float64(p[k] * c)
		}
		for k, c := range change {
			change[k] = float64(p[k]*(c-mean)) / n
		}
		e.add(change, x, out)
	}
	for i, d := range direction {
		out[i] += float64(2 * e.penalty(i) * d)
	}
	return out
}

// curves is the diagonal of the Hessian, where the value was computed last.
func (e *entropy) curves() []float64 {
	out, n := make([]float64, e.weights()+e.k), float64(len(e.class))
	change, square := make([]float64, e.k), make([]float64, e.k)
	for i := range e.class {
		for k, p := range e.row(e.p, i) {
			change[k] = float64(p*(1-p)) / n
		}
		for k, x := range e.row(e.x, i) {
			square[k] = x * x
		}
		e.add(change, square, out)
	}
	for i := range out {
		out[i] += 2 * e.penalty(i)
	}
	return out
}

// row is a row of K values.
func (l *linear) row(values []float64, i int) []float64 { return values[i*l.k : (i+1)*l.k] }
