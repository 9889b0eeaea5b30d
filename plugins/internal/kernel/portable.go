package kernel

import "math"

// The functions of this file say what the others compute. Every operation is
// that of a vector instruction on each lane, in the same order, so that all give
// the same bits.

func blockPortable(n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int) {
	for i := range 8 {
		for j := 0; j < n; j += 4 {
			addMul4(k, a[i*as:], ap, b[j:], bs, c[i*cs+j:])
		}
	}
}

func rowPortable(n, k int, a []float64, ap int, b []float64, bs int, c []float64) {
	for j := 0; j < n; j += 4 {
		addMul4(k, a, ap, b[j:], bs, c[j:])
	}
}

// addMul4 adds Σ_p a[p·ap]·b[p·bs+j] to c[j] for j = 0 … 3, p ascending.
func addMul4(k int, a []float64, ap int, b []float64, bs int, c []float64) {
	c = c[:4]
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	for p := range k {
		v, r := a[p*ap], b[p*bs:p*bs+4]
		c0 = math.FMA(v, r[0], c0)
		c1 = math.FMA(v, r[1], c1)
		c2 = math.FMA(v, r[2], c2)
		c3 = math.FMA(v, r[3], c3)
	}
	c[0], c[1], c[2], c[3] = c0, c1, c2, c3
}

func logisticPortable(rows int, f []float64, fs int, y, q, product, linear []float64) {
	for i := range rows {
		row := f[i*fs : i*fs+Lanes]
		for j, v := range row {
			z := float64(y[j] * v)
			e := exponential(-math.Abs(z))
			one := 1 + e
			product[j] *= one
			inverse := 1 / one
			s := inverse * e
			if math.Signbit(z) {
				s = inverse
				linear[j] += -z
			}
			row[j] = q[j] * s
		}
	}
}

func squaredHingePortable(rows int, f []float64, fs int, y, q, sum []float64) {
	for i := range rows {
		row := f[i*fs : i*fs+Lanes]
		for j, v := range row {
			m := 1 - float64(y[j]*v)
			if m <= 0 {
				m = 0
			}
			sum[j] = math.FMA(m, m, sum[j])
			row[j] = q[j] * m
		}
	}
}

// exponential returns exp(x) for x ≤ 0 with a relative error under 3e-16, and
// exp(−708) below −708: x = n·ln 2 + r, |r| ≤ ½ ln 2, and the Taylor polynomial
// of degree 13 for exp r, whose remainder is under 5e-18.
func exponential(x float64) float64 {
	if x < -708 {
		x = -708
	}
	n := math.RoundToEven(float64(x * math.Log2E))
	r := math.FMA(n, -6.93147180369123816490e-01, x)
	r = math.FMA(n, -1.90821492927058770002e-10, r)
	p := 1.6059043836821613e-10
	for _, c := range [...]float64{2.08767569878681e-09, 2.505210838544172e-08, 2.755731922398589e-07,
		2.7557319223985893e-06,
		2.48015873015873e-05, 0.0001984126984126984, 0.001388888888888889, 0.008333333333333333, 0.041666666666666664,
		0.16666666666666666, 0.5, 1, 1} {
		p = math.FMA(p, r, c)
	}
	if n != n {
		return n
	}
	return p * math.Float64frombits(uint64(int64(n)+1023)<<52)
}

func gatherPortable(_ int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	for i, v := range data {
		row := w[int(indices[i])*ws:]
		for j := range f {
			f[j] = math.FMA(v, row[j], f[j])
		}
	}
}

func scatterPortable(_ int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	for i, v := range data {
		row := w[int(indices[i])*ws:]
		for j, s := range f {
			row[j] = math.FMA(v, s, row[j])
		}
	}
}

func dotPortable(a, b []float64) float64 {
	var sums [2 * Lanes]float64
	for i, v := range a {
		at := i % len(sums)
		sums[at] = math.FMA(v, b[i], sums[at])
	}
	var l [Lanes]float64
	for j := range l {
		l[j] = sums[j] + sums[j+Lanes]
	}
	return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]))
}

func axpyPortable(dst []float64, a float64, x []float64) {
	for i, v := range x {
		dst[i] = math.FMA(a, v, dst[i])
	}
}
