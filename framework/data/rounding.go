package data

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// rounding is a whole number that is no float64, and where it stands.
type rounding struct {
	text string
	at   place
}

// noteRounding remembers the first whole number of a feature that v is not
// exactly.
func (c *collector) noteRounding(text []byte, v float64, at place) {
	if c.rounded != nil || c.role != feature || v < mostWhole && v > -mostWhole {
		return
	}
	digits := bytes.TrimLeft(bytes.TrimLeft(bytes.TrimSpace(text), "+-"), "0")
	if len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0 && strconv.FormatFloat(max(v, -v), 'f', 0, 64) != string(digits) {
		c.rounded = &rounding{string(text), at}
	}
}

// warnOfRounding is one warning for all columns with whole numbers that are
// rounded.
func (l *loader) warnOfRounding() []string {
	var first *rounding
	var columns, types []string
	for _, c := range l.columns {
		if c.rounded == nil || c.text != nil {
			continue
		}
		if first == nil {
			first = c.rounded
		}
		columns, types = append(columns, c.name), append(types, typed(c.name, "categorical"))
	}
	if first == nil {
		return nil
	}
	what := "column %s holds"
	if len(columns) > 1 {
		what = "columns %s hold"
	}
	return []string{first.at.errorf(what+" whole numbers such as %q, which are rounded to some 16 digits; if they are ids write drop = %s, or types = { %s } to take them as texts",
		list(columns), first.text, fmt.Sprintf("[%s]", list(columns)), strings.Join(types, ", ")).Error()}
}
