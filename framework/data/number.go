package data

import (
	"strconv"
	"strings"
)

// numberKind says what a text is, read as a number.
type numberKind int

const (
	notNumber numberKind = iota
	finite
	notANumber // the text "nan", which stands for a missing value
	infinite   // "inf", or too large for a float64
)

// parseNumber reads a decimal number, which may have blanks around it. Unlike
// strconv it takes no hexadecimal.
func parseNumber(text string) (float64, numberKind) {
	text = strings.TrimSpace(text)
	if len(text) > 2 && (text[1]|0x20 == 'x' || text[2]|0x20 == 'x') {
		return 0, notNumber
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case v > maxFinite || v < -maxFinite:
		return 0, infinite
	case err != nil:
		return 0, notNumber
	case v != v:
		return 0, notANumber
	}
	return v, finite
}

// mostWhole is the number up to which every whole number is a float64.
const mostWhole = 1 << 53

const maxFinite = 0x1.fffffffffffffp1023

// shortest renders a number in its shortest form that reads back the same.
func shortest(v float64) string {
	if v == 0 {
		return "0"
	}
	if v < 0 && v > -1e-6 || v > 0 && v < 1e-6 || v >= 1e21 || v <= -1e21 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
