package picture

import (
	"image/color"
	"math"
	"testing"
)

// dichromats are the matrices that Machado, Oliveira and Fernandes (IEEE TVCG 15, 2009, table 1,
// severity 1) apply to linear RGB.
var dichromats = map[string][3][3]float64{
	"protanopia": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}},
	"none": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
}

// lab is a colour as somebody sees it, in CIE L*a*b* under D65.
func lab(c color.NRGBA, seen [3][3]float64) [3]float64 {
	var linear, rgb [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		if u := float64(v) / 255; u <= 0.04045 {
			linear[i] = u / 12.92
		} else {
			linear[i] = math.Pow((u+0.055)/1.055, 2.4)
		}
	}
	for i := range rgb {
		for j := range linear {
			rgb[i] += seen[i][j] * linear[j]
		}
		rgb[i] = min(1, max(0, rgb[i]))
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.9505)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// Colours that stand for different things differ for people who lack a kind of cones, too: 10
// is several times what is noticed side by side.
func TestColoursDifferForAll(t *testing.T) {
	for name, seen := range dichromats {
		for i, a := range palette {
			for _, b := range palette[:i] {
				if d := distance(lab(a, seen), lab(b, seen)); d < 10 {
					t.Errorf("%s: %v and %v are %.1f apart", name, a, b, d)
				}
			}
		}
		for _, lead := range []float64{0.2, 0.5, 1} {
			if d := distance(lab(leadColour(lead), seen), lab(leadColour(-lead), seen)); d < 40*lead {
				t.Errorf("%s: wins and losses by %g are %.1f apart", name, lead, d)
			}
		}
	}
}
