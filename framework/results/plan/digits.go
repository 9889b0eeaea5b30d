package plan

import (
	"math"
	"slices"
	"strconv"
)

// Digits writes numbers with the fewest significant digits that distinguish given numbers.
type Digits int

// leastDigits is how many significant digits numbers have at least, where they have as many,
// and allDigits how many write every number apart from all others.
const leastDigits, allDigits = 3, 17

// DigitsOf is for some numbers and others that are among them.
func DigitsOf(numbers []float64) Digits {
	apart := len(slices.Compact(slices.Sorted(slices.Values(numbers))))
	for digits := Digits(leastDigits); digits < allDigits; digits++ {
		seen := map[float64]bool{}
		for _, v := range numbers {
			seen[digits.round(v)] = true
		}
		if len(seen) == apart {
			return digits
		}
	}
	return allDigits
}

// Format writes a value as FormatValue does, a number with the digits.
func (d Digits) Format(v any) string {
	if number, is := v.(float64); is {
		if text, short := d.text(number); short {
			return text
		}
	}
	return FormatValue(v)
}

// text is a number with the digits, if it has more.
func (d Digits) text(v float64) (string, bool) {
	short := d.round(v)
	return FormatValue(short), short != v && !math.IsNaN(v)
}

// round leaves whole numbers as they are.
func (d Digits) round(v float64) float64 {
	if v == math.Trunc(v) {
		return v
	}
	if short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', int(d), 64), 64); err == nil {
		return short
	}
	return v
}
