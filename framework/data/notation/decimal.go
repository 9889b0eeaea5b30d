package notation

import (
	"encoding/binary"
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
func Decimal(text []byte) (v float64, ok bool) { return DecimalAt(text, 0, len(text)) }

// DecimalAt is Decimal of text[begin:end]. Where there are bytes around them it reads
// eight at a time, except numbers with many digits before the point.
func DecimalAt(text []byte, begin, end int) (v float64, ok bool) {
	if begin >= end || end < 16 || begin+9 > len(text) {
		return decimalByBytes(text[begin:end])
	}
	sign := text[begin]
	negative := one(sign == '-')
	at := begin + int(negative|one(sign == '+')) // without a branch: signs are random
	length := end - at
	first := binary.LittleEndian.Uint64(text[at:])
	point := bits.TrailingZeros64(EqualBytes(first, '.'*ones)) / 8
	if length > 8 && point == 8 || length < 1 || length == 1 && point == 0 ||
		length-point > 17 && (point > 4 || length-point > 20) {
		return decimalByBytes(text[begin:end])
	}
	whole := (first ^ zeros) << (8 * (8 - min(point, length)))
	scale := max(length-point-1, 0)
	last := (binary.LittleEndian.Uint64(text[end-8:]) ^ zeros) & (^uint64(0) << (8 * max(8-scale, 0)))
	mantissa := eightDigits(whole)*powersOfTen[scale] + eightDigits(last)
	beyond := aboveNine(whole) | aboveNine(last)
	if scale > 8 {
		before := (binary.LittleEndian.Uint64(text[end-16:]) ^ zeros) & (^uint64(0) << (8 * max(16-scale, 0)))
		mantissa += eightDigits(before) * 100_000_000
		beyond |= aboveNine(before)
		if scale > 16 {
			digits := (first ^ zeros) >> (8 * (point + 1)) << (8 * (24 - scale))
			mantissa += eightDigits(digits) * 10_000_000_000_000_000
			beyond |= aboveNine(digits)
		}
	}
	if beyond&highs != 0 || length > mostDigits+1 {
		return decimalByBytes(text[begin:end])
	}
	return math.Float64frombits(math.Float64bits(quotient(mantissa, scale)) | negative<<63), true
}

// decimalByBytes is Decimal, byte by byte.
func decimalByBytes(text []byte) (v float64, ok bool) {
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

// one is 1 for true and 0 for false.
func one(b bool) uint64 {
	if b {
		return 1
	}
	return 0
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

// Eight bytes of a kind.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	zeros = '0' * ones
)

// EqualBytes sets the highest bit of each byte that is equal in both words.
func EqualBytes(a, b uint64) uint64 {
	differ := a ^ b
	return ^((differ&^highs + ^uint64(highs)) | differ | ^uint64(highs))
}

// aboveNine sets the highest bit of some byte if any of them is above 9.
func aboveNine(word uint64) uint64 { return (word + (0x80-10)*ones) | word }

// eightDigits is the number with the digits in the bytes of a word, the first in
// the lowest.
func eightDigits(word uint64) uint64 {
	const pairs = 0xff | 0xff<<32
	word = 10*word + word>>8 // pairs, in every other byte
	return (word&pairs*(100+1_000_000<<32) + word>>16&pairs*(1+10_000<<32)) >> 32
}

// powersOfTen are those below 2⁶⁴.
var powersOfTen = func() (powers [mostDigits + 1]uint64) {
	powers[0] = 1
	for i := 1; i < len(powers); i++ {
		powers[i] = 10 * powers[i-1]
	}
	return powers
}()

// exactPowers are those of powersOfTen: float64 holds them up to 10²².
var exactPowers = func() (powers [mostDigits + 1]float64) {
	for i := range powers {
		powers[i] = float64(powersOfTen[i])
	}
	return powers
}()

// quotient returns mantissa / 10^scale, rounded once, to the nearest float64.
func quotient(mantissa uint64, scale int) float64 {
	if mantissa < 1<<53 {
		return float64(int64(mantissa)) / exactPowers[scale] // both are exact
	}
	power := powersOfTen[scale]
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
	NotANumber // the text "nan", which means a missing value
	Infinite   // "inf", or too large for a float64
)

// Parse reads a decimal number, which may have blanks around it. Unlike
// strconv it takes neither hexadecimal nor _ between digits.
func Parse(text string) (float64, Kind) {
	text = strings.TrimSpace(text)
	if strings.ContainsRune(text, '_') {
		return 0, NotNumber
	}
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
