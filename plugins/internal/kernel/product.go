package kernel

// MulAddNarrow adds A·B to C for matrices as in MulAdd, but that A and B are float32
// and n is a multiple of NarrowLanes. The sum of an element runs over ascending p,
// starting from 0, with fused multiply–add in float32. The whole sum is then added to
// C in float64.
func MulAddNarrow(m, n, k int, a []float32, as, ap int, b []float32, bs int, c []float64, cs int) {
	if m%Lanes != 0 || n%NarrowLanes != 0 {
		panic("kernel: MulAddNarrow of sizes that are not multiples of 8 and 16")
	}
	if m == 0 || n == 0 || k == 0 {
		return
	}
	_, _, _ = a[(m-1)*as+(k-1)*ap], b[(k-1)*bs+n-1], c[(m-1)*cs+n-1]
	for j := 0; j < n; {
		width := min(n-j, 3*NarrowLanes)
		for i := 0; i < m; i += Lanes {
			active.narrowBlock(width, k, a[i*as:], as, ap, b[j:], bs, c[i*cs+j:], cs)
		}
		j += width
	}
}
