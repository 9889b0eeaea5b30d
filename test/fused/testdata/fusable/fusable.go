// Package fusable has sums of products in the forms that a compiler may fuse.
package fusable

type pair struct{ x, y float64 }

func (p pair) area() float64    { return p.x * p.y }
func (p pair) rounded() float64 { return float64(p.x * p.y) }

func sums(a, b, c float64, p pair) []float64 {
	total := a
	total += b * c // fused
	later := a * c
	rounded := float64(a * c)
	return []float64{
		a*b + c,          // fused
		-(a * b) + c,     // fused
		c - a*b,          // fused
		later + b,        // fused
		p.area() - c,     // fused
		a/4 + b,          // fused
		float64(a*b) + c, // conversions round
		-float64(a*b) + c,
		rounded + b,
		p.rounded() - c,
		a/3 + b,
		(a + b) * c,
		total,
	}
}

func norm(v []float32) float32 {
	var sum float32
	for _, x := range v {
		sum += x * x // fused
	}
	return sum
}
