package kernel

import "math"

func hingeStepPortable(n int, p, f, alpha, gap []float64, q, weight, inverse float64) uint64 {
	moved := uint64(0)
	for j := range n {
		y, margin, a := p[j], p[n+j], alpha[j]
		d, most := float64(p[2*n+j]*inverse), p[3*n+j]*weight
		r := margin - float64(y*f[j])
		g := math.FMA(-d, a, r)
		next := a + g/(d+q)
		if next < 0 {
			next = 0
		}
		if next > most {
			next = most
		}
		x := r
		if x < 0 {
			x = 0
		}
		loss := float64(math.FMA(p[5*n+j], x, p[4*n+j]) * x)
		half := float64(a * 0.5)
		gap[j] += math.FMA(-half, r+g, float64(loss*weight))
		alpha[j] = next
		f[j] = (next - a) * y
		if f[j] != 0 {
			moved |= 1 << (j / Lanes)
		}
	}
	return moved
}

func logisticStepPortable(n int, p, f, logit, alpha, gap []float64, q, weight float64) {
	for j := range n {
		y, c := p[j], p[n+j]*weight
		m, x, a, qc := float64(y*f[j]), logit[j], alpha[j], float64(q*c)
		negative := math.FMA(q, math.FMA(0.5, c, -a), m) > 0
		s := a / max(c, smallest)
		slope, h := math.FMA(-s, s, s), x+m
		gap[j] += float64(float64(float64(c*0.5)*slope) * float64(h*h))
		for i := range newtonSteps {
			if i > 0 {
				value, low, high := sigmoid(x)
				slope = float64(high * low)
				h = math.FMA(q, math.FMA(c, value, -a), x+m)
			}
			step := h / math.FMA(qc, slope, 1)
			x -= step
			if negative {
				if x > 0 {
					x = 0
				}
			} else if x < 0 {
				x = 0
			}
			if !(math.Abs(step) > newtonStep) {
				break
			}
		}
		value, _, _ := sigmoid(x)
		next := float64(c * value)
		logit[j], alpha[j] = x, next
		f[j] = (next - a) * y
	}
}

// The inner iteration of a logistic step ends after a Newton step of this length
// or after this many of them.
const (
	newtonStep  = 0.25
	newtonSteps = 50
	smallest    = 1e-300 // that is divided by
)

// sigmoid returns σ(x), σ(−|x|) and σ(|x|).
func sigmoid(x float64) (value, low, high float64) {
	e := exponential(-math.Abs(x))
	high = 1 / (1 + e)
	low = float64(high * e)
	if math.Signbit(x) {
		return low, low, high
	}
	return high, low, high
}

func sparseDotPortable(n int, data []float64, indices []int32, w []float64) float64 {
	var sums [4]float64
	for i := range n {
		sums[i%4] = math.FMA(data[i], w[indices[i]], sums[i%4])
	}
	return (sums[0] + sums[1]) + (sums[2] + sums[3])
}

func sparseAxpyPortable(_ int, a float64, data []float64, indices []int32, w []float64) {
	for i, v := range data {
		w[indices[i]] = math.FMA(v, a, w[indices[i]])
	}
}

func gatherTwoPortable(n int, data []float64, indices []int32, w, f []float64) {
	first, second := f[0], f[1]
	for i := range n {
		at := 2 * int(indices[i])
		first, second = math.FMA(data[i], w[at], first), math.FMA(data[i], w[at+1], second)
	}
	f[0], f[1] = first, second
}

func scatterTwoPortable(n int, data []float64, indices []int32, w, f []float64) {
	first, second := f[0], f[1]
	for i := range n {
		at := 2 * int(indices[i])
		w[at], w[at+1] = math.FMA(data[i], first, w[at]), math.FMA(data[i], second, w[at+1])
	}
}

func logisticGapPortable(n int, p, f, logit, alpha, sums []float64, weight float64) {
	for j := range n {
		y, c := p[j], p[n+j]*weight
		m := float64(y * f[j])
		e := exponential(-math.Abs(m))
		high := 1 / (1 + e)
		low := float64(high * e)
		s, negative := low, 0.0
		if math.Signbit(m) {
			s, negative = high, -m
		}
		loss := logarithm(e) + negative
		t := logit[j]
		positive := t
		if positive < 0 {
			positive = 0
		}
		entropy := logarithm(exponential(-math.Abs(t))) + positive
		sums[j] = math.FMA(c, loss, sums[j])
		sums[n+j] += math.FMA(c, loss-entropy, float64(alpha[j]*(m+t)))
		sums[2*n+j] = math.FMA(float64(c*y), s, sums[2*n+j])
		sums[3*n+j] = math.FMA(float64(c*low), high, sums[3*n+j])
	}
}

// logarithm returns log(1 + e) for 0 ≤ e ≤ 1 with a relative error under 1e-15:
// 2·artanh(e/(2 + e)), by the series of the inverse hyperbolic tangent up to the
// 33rd power, whose remainder is under 1e-17.
func logarithm(e float64) float64 {
	s := e / (2 + e)
	square := float64(s * s)
	p := 1.0 / 33
	for k := 31; k > 0; k -= 2 {
		p = math.FMA(p, square, 1/float64(k))
	}
	return float64(float64(s+s) * p)
}
