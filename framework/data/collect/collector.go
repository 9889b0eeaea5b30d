// Package collect gathers the values of columns while the rows of a file are read,
// batch by batch, and tells numbers from texts.
package collect

import (
	"bytes"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
)

// Role is what a column is used for.
type Role int

// The roles.
const (
	Feature Role = iota
	Target
	Label
	Split
	Fold
	Group
	Weights
	Dropped
)

// Collector gathers the values of one column. A column without a declared kind
// is first read as numbers; if a text turns up that is none, the files are read
// again for it.
type Collector struct {
	Attribute
	Index    int // among the columns of the file
	Role     Role
	Strict   bool // every value must be a number
	Verbatim bool // equal numbers of different spelling stay apart
	Notation notation.Notation

	values   mapped.Chunks[float64]
	Numbers  []float64   // the values once all are read, NaN where missing; nil if text is set
	Infinity *data.Error // the first number that is not finite
	Rounded  *Rounding   // the first whole number that is not a float64
	Reread   bool        // not all values are numbers
	Text     *Texts
}

// New decides how a column is read first.
func New(index int, a Attribute, r Role, kind string, in notation.Notation) *Collector {
	c := &Collector{Attribute: a, Index: index, Role: r, Notation: in}
	asText := kind == "" && (a.Declared == DeclaredText || a.Declared == DeclaredNominal || a.Declared == DeclaredString)
	c.Strict = kind == "numeric" || kind == "" && a.Declared == DeclaredNumber || r == Weights
	c.Verbatim = kind == "categorical" || kind == "" && a.Declared == DeclaredNominal
	switch {
	case r == Dropped || r == Weights || a.Declared == Unnamed:
	case r != Feature || asText || kind == "categorical":
		c.Text = NewTexts(a, in)
	}
	return c
}

// Spelling says which of its texts are one value.
func (c *Collector) Spelling() notation.Spelling {
	switch {
	case c.Verbatim:
		return notation.Verbatim
	case c.Strict:
		return notation.Merged
	}
	return notation.Apart
}

// Add takes the field of one row.
func (c *Collector) Add(field []byte, missing bool, at data.Place) error {
	switch {
	case c.Role == Dropped || c.Reread:
	case c.Declared == Unnamed:
		if !missing {
			return at.Errorf("column %d holds %q but has no name in the header", c.Index+1, field)
		}
	case c.Declared == DeclaredString && field == nil:
		return at.Errorf("the row leaves out the string %q, which has no value that is zero", c.Name)
	case c.Text != nil:
		return c.Text.Add(c.Name, field, missing, at)
	case missing:
		return c.addNumber(math.NaN(), at)
	default:
		return c.addField(field, at)
	}
	return nil
}

// Reserve makes room for the values of a number of rows.
func (c *Collector) Reserve(rows int) {
	switch {
	case c.Role == Dropped || c.Declared == Unnamed || c.Reread:
	case c.Text != nil:
		c.Text.read.Reserve(rows)
	default:
		c.values.Reserve(rows)
	}
}

// Finish takes the values of all rows. The error is that of a file that they were written to.
func (c *Collector) Finish() (err error) {
	if c.Text != nil {
		c.Text.Codes, err = c.Text.read.Join()
	} else if !c.Reread {
		c.Numbers, err = c.values.Join()
	}
	return err
}

// Spill moves the values to a file, where those that are added later follow.
func (c *Collector) Spill() error {
	switch {
	case c.Role == Dropped || c.Declared == Unnamed || c.Reread:
		return nil
	case c.Text != nil:
		return c.Text.read.Spill()
	}
	return c.values.Spill()
}

// NoNumber says that a value is none, in a column that is declared to hold
// numbers.
func (c *Collector) NoNumber(field string, at data.Place) *data.Error {
	hint := ""
	if _, advice := notation.Misread([]string{field}, []int{1}); advice != "" && c.Notation == (notation.Notation{}) {
		hint = "; " + advice
	}
	err := at.Errorf("%q is not a number, but column %q is numeric%s", field, c.Name, hint)
	if c.Declared != DeclaredNumber {
		err = err.Of("types", c.Name)
	}
	return err
}

// addField reads a number.
func (c *Collector) addField(field []byte, at data.Place) error {
	v, kind := c.Notation.Number(field)
	switch kind {
	case notation.NotNumber:
		if c.Strict {
			return c.NoNumber(string(field), at)
		}
		c.Reread = true
		c.values.Drop()
		return nil
	case notation.NotANumber:
		v = math.NaN()
	case notation.Infinite:
		if c.Infinity == nil {
			c.Infinity = at.Errorf("%q in column %q is not a finite number", field, c.Name)
		}
		v = math.Inf(1)
	}
	c.NoteRounding(field, v, at)
	return c.addNumber(v, at)
}

// AddFloat takes a number that need not be finite.
func (c *Collector) AddFloat(v float64, at data.Place) error {
	if math.IsInf(v, 0) && c.Infinity == nil {
		c.Infinity = at.Errorf("%q in column %q is not a finite number", notation.Shortest(v), c.Name)
	}
	return c.addNumber(v, at)
}

// addNumber takes a number, or NaN for a missing one.
func (c *Collector) addNumber(v float64, at data.Place) error {
	if c.Role == Weights && !(v > 0) {
		text := notation.Shortest(v)
		if v != v {
			text = "no value"
		}
		return at.Errorf("weights column %q holds %s; expected a number above 0", c.Name, text).Of("weights")
	}
	c.values.Add(v)
	return nil
}

// Column makes a feature of the collected values.
func (c *Collector) Column() data.Column {
	if c.Text == nil {
		return data.Column{Name: c.Name, Kind: data.Numeric, Values: c.Numbers}
	}
	levels := c.Text.Ordered(notation.Verbatim)
	return data.Column{Name: c.Name, Kind: data.Categorical, Codes: c.Text.Codes, Levels: levels}
}

// Bytes is what the values of a column take up so far.
func (c *Collector) Bytes() float64 {
	if c.Text != nil {
		return float64(4*float64(c.Text.read.Len())) + float64(c.Text.held)
	}
	return 8 * float64(c.values.Len())
}

// CheckNumbers refuses the first level that is not a number.
func (c *Collector) CheckNumbers() error {
	t := c.Text
	for i, level := range t.Levels {
		if !t.First[i].Known() {
			continue
		}
		if _, kind := t.notation.Number([]byte(level)); kind == notation.NotNumber || kind == notation.Infinite {
			return c.NoNumber(level, t.First[i])
		}
	}
	return nil
}

// Rounding is a whole number that is not a float64, and where it is.
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
	if len(digits) > 0 && len(bytes.Trim(digits, "0123456789")) == 0 &&
		strconv.FormatFloat(max(v, -v), 'f', 0, 64) != string(digits) {
		c.Rounded = &Rounding{string(text), at}
	}
}
