package data

import (
	"math"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/wording"
)

// role is what a column is used for.
type role int

const (
	feature role = iota
	asTarget
	label
	split
	fold
	group
	weights
	dropped
)

// collector gathers the values of one column. A column without a declared kind
// is first read as numbers; if a text turns up that is none, the files are read
// again for it.
type collector struct {
	name     string
	index    int // among the columns of the file
	role     role
	declared declaration
	strict   bool // every value must be a number
	verbatim bool // equal numbers of different spelling stay apart
	notation notation

	values   chunks[float64]
	numbers  []float64 // the values once all are read, NaN where missing; nil if text is set
	infinity *Error    // the first number that is no finite one
	rounded  *rounding // the first whole number that is no float64
	reread   bool      // not all values are numbers
	text     *texts
}

// newCollector decides how a column is read first.
func newCollector(index int, a attribute, r role, kind string, in notation) *collector {
	c := &collector{name: a.name, index: index, role: r, declared: a.declared, notation: in}
	asText := kind == "" && (a.declared == declaredText || a.declared == declaredNominal || a.declared == declaredString)
	c.strict = kind == "numeric" || kind == "" && a.declared == declaredNumber || r == weights
	c.verbatim = kind == "categorical" || kind == "" && a.declared == declaredNominal
	switch {
	case r == dropped || r == weights || a.declared == unnamed:
	case r != feature || asText || kind == "categorical":
		c.text = newTexts(a, in)
	}
	return c
}

// spelling says which of its texts are one value.
func (c *collector) spelling() spelling {
	switch {
	case c.verbatim:
		return verbatim
	case c.strict:
		return merged
	}
	return apart
}

// add takes the field of one row.
func (c *collector) add(field []byte, missing bool, at place) error {
	switch {
	case c.role == dropped || c.reread:
	case c.declared == unnamed:
		if !missing {
			return at.errorf("column %d holds %q but has no name in the header", c.index+1, field)
		}
	case c.declared == declaredString && field == nil:
		return at.errorf("the row leaves out the string %q, which has no value that is zero", c.name)
	case c.text != nil:
		return c.text.add(c, field, missing, at)
	case missing:
		return c.addNumber(math.NaN(), at)
	default:
		return c.addField(field, at)
	}
	return nil
}

// reserve makes room for the values of a number of rows.
func (c *collector) reserve(rows int) {
	switch {
	case c.role == dropped || c.declared == unnamed || c.reread:
	case c.text != nil:
		c.text.read.reserve(rows)
	default:
		c.values.reserve(rows)
	}
}

// finish takes the values of all rows.
func (c *collector) finish() {
	if c.text != nil {
		c.text.codes = c.text.read.join()
	} else if !c.reread {
		c.numbers = c.values.join()
	}
}

// noNumber says that a value is none, in a column that is declared to hold
// numbers.
func (c *collector) noNumber(field string, at place) *Error {
	hint := ""
	if _, advice := misread([]string{field}, []int{1}); advice != "" && c.notation == (notation{}) {
		hint = "; " + advice
	}
	err := at.errorf("%q is no number, but column %q is numeric%s", field, c.name, hint)
	if c.declared != declaredNumber {
		err = err.of("types", c.name)
	}
	return err
}

// addField reads a number.
func (c *collector) addField(field []byte, at place) error {
	v, kind := c.notation.number(field)
	switch kind {
	case notNumber:
		if c.strict {
			return c.noNumber(string(field), at)
		}
		c.reread = true
		c.values = chunks[float64]{}
		return nil
	case notANumber:
		v = math.NaN()
	case infinite:
		if c.infinity == nil {
			c.infinity = at.errorf("%q in column %q is no finite number", field, c.name)
		}
		v = math.Inf(1)
	}
	c.noteRounding(field, v, at)
	return c.addNumber(v, at)
}

// addFloat takes a number that need not be finite.
func (c *collector) addFloat(v float64, at place) error {
	if math.IsInf(v, 0) && c.infinity == nil {
		c.infinity = at.errorf("%q in column %q is no finite number", shortest(v), c.name)
	}
	return c.addNumber(v, at)
}

// addNumber takes a number, or NaN for a missing one.
func (c *collector) addNumber(v float64, at place) error {
	if c.role == weights && !(v > 0) {
		text := shortest(v)
		if v != v {
			text = "no value"
		}
		return at.errorf("weights column %q holds %s; expected a number above 0", c.name, text).of("weights")
	}
	c.values.add(v)
	return nil
}

// texts are the values of a column read as text.
type texts struct {
	read      chunks[int32]
	codes     []int32 // what was read, once that is all; −1 where missing
	levels    []string
	first     []place // where each level occurs first; none if nowhere
	index     map[string]int32
	isFixed   bool  // levels are declared and no others may occur
	firstGap  place // the first missing value, if there is one
	held      int   // bytes of the levels
	lastText  string
	lastLevel int32
	notation  notation
	forms     []form // of each level; nil if nobody looks
	mixed     *mixture
}

func newTexts(a attribute, in notation) *texts {
	t := &texts{index: map[string]int32{}, lastLevel: -1, notation: in}
	if a.declared == declaredNominal {
		t.isFixed = true
		t.declare(a.levels)
	}
	return t
}

// declare adds levels that may occur.
func (t *texts) declare(levels []string) {
	for _, level := range levels {
		if _, known := t.index[level]; !known {
			t.append(level, place{})
		}
	}
}

func (t *texts) append(level string, at place) int32 {
	code := int32(len(t.levels))
	t.levels = append(t.levels, level)
	t.first = append(t.first, at)
	t.index[level] = code
	t.held += len(level) + levelBytes
	return code
}

func (t *texts) add(c *collector, field []byte, missing bool, at place) error {
	if missing {
		if !t.firstGap.known() {
			t.firstGap = at
		}
		t.read.add(-1)
		t.lastLevel = -1
		return nil
	}
	if t.lastLevel >= 0 && string(field) == t.lastText {
		t.read.add(t.lastLevel)
		return nil
	}
	code, known := t.index[string(field)]
	if !known {
		text := string(field)
		switch {
		case t.isFixed:
			return at.errorf("%q is no declared value of attribute %q; declared: %s.%s", text, c.name, wording.Names(t.levels), wording.Meant(text, t.levels))
		case !utf8.ValidString(text):
			return at.errorf("%q in column %q is not UTF-8; write its encoding, such as encoding = \"latin1\", or save the file in UTF-8", text, c.name)
		}
		code = t.append(text, at)
	}
	if !t.first[code].known() {
		t.first[code] = at
	}
	t.lastText, t.lastLevel = t.levels[code], code
	t.read.add(code)
	return nil
}

// ordered renumbers the codes so that levels stand in class order, and returns
// them.
func (t *texts) ordered(as spelling) []string {
	if t.isFixed {
		return t.levels
	}
	names, position := ordering(t.levels, as, t.notation)
	for i, code := range t.codes {
		if code >= 0 {
			t.codes[i] = position[code]
		}
	}
	return names
}

// checkNumbers refuses the first level that is no number.
func (t *texts) checkNumbers(c *collector) error {
	for i, level := range t.levels {
		if !t.first[i].known() {
			continue
		}
		if _, kind := t.notation.number([]byte(level)); kind == notNumber || kind == infinite {
			return c.noNumber(level, t.first[i])
		}
	}
	return nil
}

// counts returns the number of rows with each level.
func (t *texts) counts() []int {
	counts := make([]int, len(t.levels))
	for _, code := range t.codes {
		if code >= 0 {
			counts[code]++
		}
	}
	return counts
}

// stray finds the first of a few texts among numbers, which are probably meant
// as missing values or slips: one text in less than half of the values, or
// several in at most one of twenty.
func (t *texts) stray() (text string, at place) {
	counts := t.counts()
	total, odd, distinct, first := 0, 0, 0, -1
	for i, level := range t.levels {
		total += counts[i]
		if _, kind := t.notation.number([]byte(level)); kind == notNumber {
			odd += counts[i]
			distinct++
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 || odd*20 > total && (distinct > 1 || odd*2 >= total) {
		return "", place{}
	}
	return t.levels[first], t.first[first]
}

// distinct reports whether every row has a value of its own.
func (t *texts) distinct() bool {
	seen := make([]bool, len(t.levels))
	for _, code := range t.codes {
		if code < 0 || seen[code] {
			return false
		}
		seen[code] = true
	}
	return true
}

// column makes a feature of the collected values.
func (c *collector) column() Column {
	if c.text == nil {
		return Column{Name: c.name, Kind: Numeric, Values: c.numbers}
	}
	levels := c.text.ordered(verbatim)
	return Column{Name: c.name, Kind: Categorical, Codes: c.text.codes, Levels: levels}
}

// levelBytes are held of a category, beside its text.
const levelBytes = 64

// bytes is what the values of a column take up so far.
func (c *collector) bytes() float64 {
	if c.text != nil {
		return 4*float64(c.text.read.len()) + float64(c.text.held)
	}
	return 8 * float64(c.values.len())
}
