// Package notation says how texts are read as numbers, in which order texts stand
// as classes, and when texts are numbers in another notation.
package notation

import (
	"bytes"
	"slices"
	"strings"
)

// Notation says how the numbers of a file are written: the sign before the
// fraction and the one between groups of digits, as in 1.234.567,8. Either is ""
// where it is as usual: a point, and none.
type Notation struct{ Decimal, Thousands string }

// Number is ParseBytes of a text in the notation, in which it may have blanks
// around it.
func (n Notation) Number(text []byte) (float64, Kind) {
	if n == (Notation{}) {
		if v, ok := Decimal(text); ok {
			return v, Finite
		}
		return Parse(string(bytes.TrimSpace(text)))
	}
	var room [64]byte
	plain, ok := n.plain(room[:0], bytes.TrimSpace(text))
	if !ok {
		return 0, NotNumber
	}
	return ParseBytes(plain)
}

// plain appends a number without signs between groups and with a point before
// its fraction. It reports false for what is not a number in the notation.
func (n Notation) plain(b, text []byte) (plain []byte, ok bool) {
	point := "."
	if n.Decimal != "" {
		point = n.Decimal
	}
	whole, rest := text, []byte(nil)
	if at := bytes.Index(text, []byte(point)); at >= 0 {
		whole, rest = text[:at], text[at+len(point):]
	}
	if n.Decimal != "" && (bytes.IndexByte(rest, '.') >= 0 || n.Thousands != "." && bytes.IndexByte(whole, '.') >= 0) {
		return nil, false
	}
	if n.Thousands == "" || !bytes.Contains(whole, []byte(n.Thousands)) {
		b = append(b, whole...)
	} else if b, ok = n.joined(b, whole); !ok {
		return nil, false
	}
	if rest != nil {
		b = append(append(b, '.'), rest...)
	}
	return b, true
}

// joined appends the groups of a whole number: the first of one to three digits,
// the last of three, those between of three, or two as in 12,34,567.
func (n Notation) joined(b, whole []byte) ([]byte, bool) {
	if whole[0] == '-' || whole[0] == '+' {
		b, whole = append(b, whole[0]), whole[1:]
	}
	groups := bytes.Split(whole, []byte(n.Thousands))
	for i, group := range groups {
		most, least := 3, 2
		switch i {
		case 0:
			least = 1
		case len(groups) - 1:
			least = 3
		}
		if len(group) < least || len(group) > most || len(bytes.Trim(group, "0123456789")) > 0 {
			return nil, false
		}
		b = append(b, group...)
	}
	return b, true
}

// otherNotations are those that are looked for in columns that are not numeric.
var otherNotations = []Notation{
	{",", ""}, {"", ","}, {",", "."}, {"", " "}, {"", "\u00a0"}, {"", "\u202f"}, {"", "'"}, {"", "’"}, {"", "_"},
	{",", " "}, {",", "\u00a0"}, {",", "\u202f"}, {",", "'"}, {",", "’"},
}

// write says what to write into the dataset block for a notation.
func (n Notation) write() string {
	var parts []string
	if n.Decimal != "" {
		parts = append(parts, "decimal = \""+n.Decimal+"\"")
	}
	if n.Thousands != "" {
		parts = append(parts, "thousands = \""+n.Thousands+"\"")
	}
	return strings.Join(parts, " and ")
}

// spells reports whether a text is a number in the notation, and none as it
// stands.
func (n Notation) spells(text string) (number, other bool) {
	_, kind := n.Number([]byte(text))
	_, asItStands := Parse(text)
	return kind != NotNumber, kind != NotNumber && asItStands == NotNumber
}

// percent is a text without the sign at its end, if it has one.
func percent(text string) (string, bool) {
	rest, found := strings.CutSuffix(text, "%")
	return strings.TrimSpace(rest), found
}

// Misread finds out how texts would be numbers: all of them but one of twenty
// rows. It returns a text that is none as it stands, and what to write.
func Misread(texts []string, counts []int) (text, advice string) {
	var fit []Notation
	for _, n := range otherNotations {
		if at, ok := n.fits(texts, counts); ok && at >= 0 {
			if fit == nil {
				text = texts[at]
			}
			fit = append(fit, n)
		}
	}
	point := slices.Contains(fit, Notation{Decimal: ","})
	comma := slices.Contains(fit, Notation{Thousands: ","})
	switch {
	case point && comma:
		return text, "if the comma parts thousands write thousands = \",\", and if it is the decimal sign decimal = \",\""
	case fit != nil:
		return text, "if these are numbers write " + fit[0].write()
	}
	return misreadPercent(texts, counts)
}

// fits reports whether texts are numbers in the notation, all but those of one of
// twenty rows. It returns the first that is one in this notation only, −1 if
// there is none.
func (n Notation) fits(texts []string, counts []int) (first int, ok bool) {
	total := 0
	for _, count := range counts {
		total += count
	}
	first = -1
	odd := 0
	for i, text := range texts {
		number, other := n.spells(text)
		switch {
		case !number:
			odd += counts[i]
		case other && first < 0 && counts[i] > 0:
			first = i
		}
		if 20*odd > total {
			return -1, false
		}
	}
	return first, true
}

// misreadPercent is misread of numbers with a percent sign.
func misreadPercent(texts []string, counts []int) (text, advice string) {
	const remove = "if these are numbers, remove the percent signs from the file"
	bare := make([]string, len(texts))
	for i := range texts {
		var found bool
		if bare[i], found = percent(texts[i]); found && text == "" && counts[i] > 0 {
			text = texts[i]
		}
	}
	if text == "" {
		return "", ""
	}
	if _, ok := (Notation{}).fits(bare, counts); ok {
		return text, remove
	}
	for _, n := range otherNotations {
		if _, ok := n.fits(bare, counts); ok {
			return text, remove + " and write " + n.write()
		}
	}
	return "", ""
}
