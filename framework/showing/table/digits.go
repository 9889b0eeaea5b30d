package table

import (
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// byUncertainty is the value of digits by which decimals follow the deviation.
const byUncertainty = "uncertainty"

// least is the deviation below which decimals do not follow it: more than 7 would be
// needed, and it may be one of rounding only.
const least = 3.55e-7

// decimals is how many decimals a mean with a deviation has; below 0 it is rounded to
// tens, hundreds and so on.
func (g Grid) decimals(deviation float64) int {
	switch {
	case g.print.Digits == byUncertainty:
		if n, known := uncertain(deviation); known {
			return n
		}
	case g.print.Digits != "":
		if n, err := strconv.Atoi(g.print.Digits); err == nil {
			return n
		}
	}
	return sheet.Digits
}

// meanDecimals is how many decimals means over rows have: those of the least certain.
func (g Grid) meanDecimals() int {
	least := math.MaxInt
	for j, mean := range g.Means {
		if !math.IsNaN(mean) {
			least = min(least, g.decimals(g.deviation(j)))
		}
	}
	return least
}

// uncertain is the number of decimals by the rule of the Particle Data Group (Review of
// Particle Physics, Physical Review D 98, 030001, 2018, Introduction, section 5.3): of the three highest digits of
// the deviation, 100 to 354 are rounded to two digits, 355 to 949 to one, and 950 to 999
// up to 1000, of which two are kept; the mean is as precise as that. It is not known of a
// deviation that is none or hardly one.
func uncertain(deviation float64) (n int, known bool) {
	if !(deviation >= least) || math.IsInf(deviation, 0) {
		return 0, false
	}
	exponent := int(math.Floor(math.Log10(deviation)))
	three := int(math.Round(deviation / math.Pow10(exponent-2)))
	if three >= 1000 { // of 999.5 and more
		three, exponent = 100, exponent+1
	}
	if three < 355 {
		return 1 - exponent, true
	}
	return -exponent, true
}

// deviation is that of the mean of a column over the complete rows: the root of the sum
// of the squares of theirs, by their number; NaN where one has none.
func (g Grid) deviation(j int) float64 {
	sum, n := 0., 0
	for _, i := range g.whole {
		sum += float64(g.Entries[i][j].SD * g.Entries[i][j].SD)
		n++
	}
	return math.Sqrt(sum) / float64(n)
}
