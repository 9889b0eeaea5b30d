package collect

import (
	"bytes"
	"strconv"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
)

// Rounding is a whole number that is no float64, and where it stands.
type Rounding struct {
	Text string
	At   data.Place
}

// NoteRounding remembers the first whole number of a feature that v is not
// exactly.
func (c *Collector) NoteRounding(text []byte, v float64, at data.Place) {
	if c.Rounded != nil || c.Role != Feature || v < notation.MostWhole && v > -notation.MostWhole {
		return
	}
	digits := bytes.TrimLeft(bytes.TrimLeft(bytes.TrimSpace(text), "+-"), "0")
	if len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0 && strconv.FormatFloat(max(v, -v), 'f', 0, 64) != string(digits) {
		c.Rounded = &Rounding{string(text), at}
	}
}
