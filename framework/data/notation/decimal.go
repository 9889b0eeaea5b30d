package notation

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// ParseBytes is Parse of a text in bytes.
func ParseBytes(text []byte) (float64, Kind) {
	if v, ok := Decimal(text); ok {
		return v, Finite
	}
	return Parse(string(text))
}

// Decimal reads numbers as files hold most of them: of at most 19 digits and
// without an exponent.
func Decimal(text []byte) (v float64, ok bool) {
	mantissa, scale, ok := digits(text)
	if !ok {
		return 0, false
	}
	v = quotient(mantissa, scale)
	if text[0] == '-' {
		v = -v
	}
	return v, true
}

// mostDigits is the number of decimal digits that a uint64 holds in any case.
const mostDigits = 19

// digits reads a decimal without an exponent as mantissa / 10^scale.
func digits(text []byte) (mantissa uint64, scale int, ok bool) {
	at := 0
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		at = 1
	}
	begin, point := at, -1
	for ; at < len(text); at++ {
		c := text[at] - '0'
		if c <= 9 {
			mantissa = 10*mantissa + uint64(c)
			continue
		}
		if text[at] != '.' || point >= 0 {
			return 0, 0, false
		}
		point = at
	}
	count := at - begin
	if point >= 0 {
		count--
		scale = at - 1 - point
	}
	return mantissa, scale, 0 < count && count <= mostDigits
}

// powersOfTen are those below 2⁶⁴.
var powersOfTen = func() (powers [mostDigits + 1]uint64) {
	powers[0] = 1
	for i := 1; i < len(powers); i++ {
		powers[i] = 10 * powers[i-1]
	}
	return powers
}()

// quotient returns mantissa / 10^scale, rounded once, to the nearest float64.
func quotient(mantissa uint64, scale int) float64 {
	if mantissa < 1<<53 && scale == 0 || mantissa == 0 {
		return float64(mantissa)
	}
	power := powersOfTen[scale]
	if mantissa < 1<<53 && power < 1<<53 {
		return float64(mantissa) / float64(power) // both are exact
	}
	// With the highest bit set in m and d, m·2⁶³/d has 63 or 64 bits. The lowest
	// says whether there is a remainder, and is below what rounding looks at for
	// a tie: converting q rounds m·2⁶³/d to the nearest.
	shiftM, shiftD := bits.LeadingZeros64(mantissa), bits.LeadingZeros64(power)
	m := mantissa << shiftM
	q, remainder := bits.Div64(m>>1, m<<63, power<<shiftD)
	if remainder != 0 {
		q |= 1
	}
	exponent := shiftD - shiftM - 63
	return float64(q) * math.Float64frombits(uint64(1023+exponent)<<52)
}

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
