package kernel

func narrowBlockAVX512(n, k int, a []float32, as, ap int, b []float32, bs int, c []float64, cs int) {
	switch n {
	case 3 * NarrowLanes:
		narrowBlock48AVX512(k, &a[0], as*narrowWidth, ap*narrowWidth, &b[0], bs*narrowWidth, &c[0], cs*width)
	case 2 * NarrowLanes:
		narrowBlock32AVX512(k, &a[0], as*narrowWidth, ap*narrowWidth, &b[0], bs*narrowWidth, &c[0], cs*width)
	default:
		narrowBlock16AVX512(k, &a[0], as*narrowWidth, ap*narrowWidth, &b[0], bs*narrowWidth, &c[0], cs*width)
	}
}

func narrowBlockAVX2(n, k int, a []float32, as, ap int, b []float32, bs int, c []float64, cs int) {
	for j := 0; j < n; j += NarrowLanes {
		for i := 0; i < 8; i += 4 {
			narrowBlock4x16AVX2(k, &a[i*as], as*narrowWidth, ap*narrowWidth, &b[j], bs*narrowWidth, &c[i*cs+j], cs*width)
		}
	}
}

// Strides are in bytes. Sizes are above 0.

//go:noescape
func narrowBlock48AVX512(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)

//go:noescape
func narrowBlock32AVX512(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)

//go:noescape
func narrowBlock16AVX512(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)

//go:noescape
func narrowBlock4x16AVX2(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)
