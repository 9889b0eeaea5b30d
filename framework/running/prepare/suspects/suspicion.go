package suspects

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
)

// IsConstant reports whether a column has one value, in every row that is not
// missing. A column without any is not checked here.
func IsConstant(c *data.Column, rows int) bool {
	first := -1
	for row := range rows {
		switch {
		case c.Missing(row):
		case first < 0:
			first = row
		case c.Kind == data.Categorical && c.Codes[row] != c.Codes[first], c.Kind == data.Numeric &&
			c.Values[row] != c.Values[first]:
			return false
		}
	}
	return first >= 0
}

// fewestIDs is the number of rows from which on a column can look like an id.
const fewestIDs = 20

// LooksLikeID reports whether a column identifies rows instead of classes: text
// that is another in more than nine of ten rows, or whole numbers that are the
// rows' numbers in some order, rise or fall from row to row, or are all different
// in a column called id. Text that is different in every row is left to the room
// of the data, which warns of it.
func LooksLikeID(c *data.Column) bool {
	if c.Kind == data.Numeric {
		return len(c.Values) >= fewestIDs && numbersRows(c.Values, namedID(c.Name))
	}
	seen := make([]bool, len(c.Levels))
	present, distinct := 0, 0
	for _, code := range c.Codes {
		if code < 0 {
			continue
		}
		present++
		if !seen[code] {
			seen[code] = true
			distinct++
		}
	}
	return present >= fewestIDs && 10*distinct > 9*present && distinct < len(c.Codes)
}

// namedID reports whether a column is called id: "ID", "row_id", "Patient Id".
func namedID(name string) bool {
	words := Words(name)
	return len(words) > 0 && (words[0] == "id" || words[len(words)-1] == "id") || strings.HasSuffix(name, "Id") ||
		strings.HasSuffix(name, "ID")
}

// Words are the words of the name of a column, in small letters.
func Words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" _-.", r) })
}

// numbersRows reports whether the values are all there, whole and different, and
// in order, without gaps or called ids.
func numbersRows(values []float64, called bool) bool {
	rising, falling := true, true
	for i, v := range values {
		if v != math.Trunc(v) { // true of NaN too
			return false
		}
		if i > 0 {
			rising = rising && v > values[i-1]
			falling = falling && v < values[i-1]
		}
	}
	if rising || falling {
		return true
	}
	if !called && slices.Max(values)-slices.Min(values) != float64(len(values)-1) {
		return false
	}
	sorted := slices.Sorted(slices.Values(values))
	return len(slices.Compact(sorted)) == len(values)
}

// missingWords are texts that stand for missing values in many files, in lower
// case.
var missingWords = []string{"", "?", "-", "--", ".", "na", "n/a", "#n/a", "n.a.", "<na>", "nan", "null", "nil",
	"missing"}

func isMarker(text string) bool {
	return slices.Contains(missingWords, strings.ToLower(strings.TrimSpace(text)))
}

// MarkersOf lists the values of a column that look like missing ones. Where
// warned, a single text among numbers is left to the room of the data, which
// warns of it.
func MarkersOf(c *data.Column, warned bool) []string {
	if c.Kind == data.Numeric {
		return sentinels(c.Values)
	}
	counts := data.CountCodes(c.Codes, len(c.Levels))
	total := lists.Sum(counts)
	var list []string
	texts, odd := 0, 0
	for level, n := range counts {
		text := c.Levels[level]
		if _, err := strconv.ParseFloat(text, 64); n == 0 || err == nil && !isMarker(text) {
			continue
		}
		texts++
		odd += n
		if isMarker(text) {
			list = append(list, text)
		}
	}
	if warned && texts == 1 && 2*odd < total {
		return nil
	}
	return list
}

// sentinels lists the smallest and the largest of the values if they are nines,
// as in -999, and further from the next than the others, of which there are two
// at least, are from each other.
func sentinels(values []float64) []string {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v == v {
			low, high = min(low, v), max(high, v)
		}
	}
	second, last := high, low // next to the smallest and the largest
	for _, v := range values {
		if v > low && v < second {
			second = v
		}
		if v < high && v > last {
			last = v
		}
	}
	var list []string
	for _, end := range []struct{ value, next, far float64 }{{low, second, high}, {high, last, low}} {
		others := math.Abs(end.far - end.next)
		if nines(end.value) && others > 0 && math.Abs(end.value-end.next) > others {
			list = append(list, strconv.FormatFloat(end.value, 'f', -1, 64))
		}
	}
	return list
}

// nines reports whether a number is -99, or has three to nine nines and no other
// digit.
func nines(v float64) bool {
	for n := 999.0; n < 1e9; n = float64(10*n) + 9 {
		if v == n || v == -n {
			return true
		}
	}
	return v == -99
}
