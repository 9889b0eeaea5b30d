package data

import (
	"bytes"
	"strconv"
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
