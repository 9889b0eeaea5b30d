package report

import (
	"html/template"
	"math"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
)

// quantity is a number with its unit: "1 cell", "1,180 problems".
func quantity(n int, unit string) string {
	if n != 1 {
		unit = wording.Plural(unit)
	}
	return thousands(n) + " " + unit
}

// thousands writes a number with commas: 12,345.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// seconds writes a time in seconds with three significant digits, without an
// exponent.
func seconds(s float64) string {
	if s <= 0 || math.IsInf(s, 0) || math.IsNaN(s) {
		return strconv.FormatFloat(s, 'g', -1, 64)
	}
	digits := 2 - int(math.Floor(math.Log10(s)))
	return strconv.FormatFloat(s, 'f', min(max(digits, 0), 6), 64)
}

// memory writes a number of bytes with three digits.
func memory(bytes float64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	at := 0
	for bytes >= 1000 && at+1 < len(units) {
		bytes /= 1024
		at++
	}
	return strconv.FormatFloat(bytes, 'g', 3, 64) + "\u00a0" + units[at]
}

// lowered makes headings of the second level headings of another, such as h4. The
// text of a fragment is escaped and cannot hold a tag.
func lowered(fragment template.HTML, level string) template.HTML {
	return template.HTML(strings.NewReplacer("<h2>", "<"+level+">", "</h2>", "</"+level+">").Replace(string(fragment)))
}
