package encode

import (
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// digits is the source of binary and base_n: each group has a number, whose digits
// are features.
type digits struct {
	groups
	feature int // of the first digit
	width   int // number of digits
	base    int
}

// addDigits appends the digits of a variable.
func (b *builder) addDigits(v variable, e *encoder) {
	s := &digits{groups: b.group(v, e, false), feature: len(b.Columns), base: e.Base}
	s.width = digitsOf(s.total, s.base)
	for place := range s.width {
		b.feature(s.name+"["+strconv.Itoa(place)+"]", contract.NumericColumn)
	}
	b.source(s, s.width)
}

// digitsOf returns how many digits the numbers 1 … n have.
func digitsOf(n, base int) int {
	width := 0
	for ; n > 0; n /= base {
		width++
	}
	return width
}

func (s *digits) each(v view, row int, yield func(int, float64)) error {
	group, err := s.of(v.table, row)
	if err != nil {
		return err
	}
	unit := 1
	for range s.width - 1 {
		unit *= s.base
	}
	for place, rest := 0, int(group)+1; rest > 0; place++ {
		if digit := rest / unit; digit > 0 {
			yield(s.feature+place, float64(digit))
		}
		rest, unit = rest%unit, unit/s.base
	}
	return nil
}

func (s *digits) identify(d digest, t *data.Table) {
	s.groups.identify(d, t)
	d.number(uint64(s.base))
}

// positional is the type of encoder that writes values as digits.
func positional(name, doc string, own ...contract.Param) kind {
	return kind{
		Component: contract.Component{
			Name: name,
			Doc: doc + " Values are those seen in the training rows, numbered from 1 in the order of ordinal, a missing " +
				"category " +
				"being one of its own, the last but for the rare ones. n values take as many digits as n has; the features are " +
				"called `col[0]`, `col[1]`, …, the highest digit first. They are not scaled.",
			Params: scaled(append(own, rareBelowParam,
				unseenParam("What becomes of a category that no training row has: it joins the rare ones if there are any (rare, "+
					"the default with rare_below), has the number 0 (ignore), or is an error.", "ignore", "error", "rare"))...),
		},
		fit: each((*builder).addDigits),
		most: func(e *encoder, v variable, _ int) (int, int) {
			width := digitsOf(v.size, e.Base)
			return width, width
		},
	}
}

func base2() kind {
	return positional("binary", "The digits of a value's number to base 2, as indicators of its ones.")
}

func baseN() kind {
	return positional("base_n", "The digits of a value's number to a base.",
		contract.Param{Name: "base", Type: "number", Default: 2., Integer: true, Min: contract.Bound(2),
			Max: contract.Bound(1000), Doc: "The base of the digits; with 2 they are those of binary."})
}
