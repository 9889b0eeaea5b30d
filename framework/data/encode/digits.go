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

// positional is the type of encoder that writes the numbers of values as digits.
type positional struct {
	attributes
	Base int `json:"base"`
}

func positionalKind(name string, own ...contract.Param) kind {
	return kind{contract.Component{Name: name, Params: scaled(append(own, rareBelowParam,
		unseenParam("it joins the rare ones if there are any (rare, the default with rare_below), has the number 0 "+
			"(ignore), or is an error.", "ignore", "error", "rare"))...),
	}, func() settings { return &positional{Base: 2} }}
}

func base2() kind { return positionalKind("binary") }

func baseN() kind {
	return positionalKind("base_n", contract.Param{Name: "base", Type: "number", Default: 2., Integer: true,
		Min: contract.Bound(2), Max: contract.Bound(1000), Doc: "The base of the digits; 2 gives the same as binary."})
}

func (p *positional) fit(b *builder) func(v variable) {
	return func(v variable) {
		s := &digits{groups: b.group(v, p.grouping, false), feature: len(b.Columns), base: p.Base}
		s.width = digitsOf(s.total, s.base)
		for place := range s.width {
			b.feature(s.name+"["+strconv.Itoa(place)+"]", contract.NumericColumn)
		}
		b.source(s, s.width)
	}
}

func (p *positional) most(v variable, _ int) (width, nonzero int) {
	width = digitsOf(v.size, p.Base)
	return width, width
}
