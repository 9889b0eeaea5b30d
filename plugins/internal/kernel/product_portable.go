package kernel

import "math"

func narrowBlockPortable(n, k int, a []float32, as, ap int, b []float32, bs int, c []float64, cs int) {
	for i := range 8 {
		for j := 0; j < n; j += 4 {
			addMulNarrow4(k, a[i*as:], ap, b[j:], bs, c[i*cs+j:])
		}
	}
}

// addMulNarrow4 adds Σ_p a[p·ap]·b[p·bs+j], summed in float32, to c[j] for j = 0 … 3.
func addMulNarrow4(k int, a []float32, ap int, b []float32, bs int, c []float64) {
	var s0, s1, s2, s3 float32
	for p := range k {
		v, r := a[p*ap], b[p*bs:p*bs+4]
		s0 = fusedNarrow(v, r[0], s0)
		s1 = fusedNarrow(v, r[1], s1)
		s2 = fusedNarrow(v, r[2], s2)
		s3 = fusedNarrow(v, r[3], s3)
	}
	c = c[:4]
	c[0] += float64(s0)
	c[1] += float64(s1)
	c[2] += float64(s2)
	c[3] += float64(s3)
}

const (
	// dropped are the bits of a float64 that a float32 has no room for, and tie their
	// value halfway between two float32.
	dropped = 1<<29 - 1
	tie     = 1 << 28
	// leastNarrow is the smallest float32 with all its bits.
	leastNarrow = 0x1p-126
)

// fusedNarrow returns x·y + z rounded once. The product is exact in float64. Rounding
// the sum to float64 and then to float32 is the same as rounding once, unless the first
// hits the middle between two float32, or where float32 have fewer bits.
func fusedNarrow(x, y, z float32) float32 {
	product := float64(float64(x) * float64(y))
	sum := product + float64(z)
	if bits := math.Float64bits(sum); bits&dropped == tie || math.Abs(sum) < leastNarrow {
		sum = odd(sum, product, float64(z))
	}
	return float32(sum)
}

// odd returns the sum of a and b, rounded to sum, as the neighbour of the exact sum
// whose last bit is odd: it is on the side of any middle on which the exact sum is
// (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", IEEE
// Transactions on Computers 57, 2008).
func odd(sum, a, b float64) float64 {
	part := sum - a
	lost := (a - (sum - part)) + (b - part)
	bits := math.Float64bits(sum)
	if lost == 0 || lost != lost || bits&1 == 1 {
		return sum
	}
	if (lost > 0) == (sum > 0) {
		return math.Float64frombits(bits + 1)
	}
	return math.Float64frombits(bits - 1)
}
