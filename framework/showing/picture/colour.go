package picture

import "image/color"

var (
	black  = color.NRGBA{0, 0, 0, 255}
	white  = color.NRGBA{255, 255, 255, 255}
	ink    = color.NRGBA{51, 51, 51, 255}
	grey   = color.NRGBA{102, 102, 102, 255}
	silver = color.NRGBA{217, 217, 217, 255}

	blue       = color.NRGBA{0, 114, 178, 255}
	vermillion = color.NRGBA{213, 94, 0, 255}
	palette    = []color.NRGBA{blue, {230, 159, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
		{86, 180, 233, 255}, vermillion, {90, 90, 90, 255}, {240, 228, 66, 255}}
)

// colour returns the colour of class or series number i; they repeat after eight.
func colour(i int) color.NRGBA { return palette[i%len(palette)] }

// mix returns a colour between two: a share of b, the rest a.
func mix(a, b color.NRGBA, share float64) color.NRGBA {
	channel := func(x, y uint8) uint8 { return uint8(float64(x) + float64(share*(float64(y)-float64(x))) + 0.5) }
	return color.NRGBA{channel(a.R, b.R), channel(a.G, b.G), channel(a.B, b.B), 255}
}
