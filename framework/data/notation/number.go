package notation

import (
	"strconv"
	"strings"
)

// Kind says what a text is, read as a number.
type Kind int

const (
	NotNumber Kind = iota
	Finite
	NotANumber // the text "nan", which stands for a missing value
	Infinite   // "inf", or too large for a float64
)

// Parse reads a decimal number, which may have blanks around it. Unlike
// strconv it takes no hexadecimal.
func Parse(text string) (float64, Kind) {
	text = strings.TrimSpace(text)
	if len(text) > 2 && (text[1]|0x20 == 'x' || text[2]|0x20 == 'x') {
		return 0, NotNumber
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case v > maxFinite || v < -maxFinite:
		return 0, Infinite
	case err != nil:
		return 0, NotNumber
	case v != v:
		return 0, NotANumber
	}
	return v, Finite
}

// MostWhole is the number up to which every whole number is a float64.
const MostWhole = 1 << 53

const maxFinite = 0x1.fffffffffffffp1023

// Shortest renders a number in its shortest form that reads back the same.
func Shortest(v float64) string {
	if v == 0 {
		return "0"
	}
	if v < 0 && v > -1e-6 || v > 0 && v < 1e-6 || v >= 1e21 || v <= -1e21 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
