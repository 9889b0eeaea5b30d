package plan

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/grouped"
	"github.com/manyclass/bench/framework/lists"
)

// Naming is what people read in place of names, by kind and name. Names that are read as
// they are have no entry.
type Naming map[contract.Kind]map[string]string

// Of is what a name of a kind is read as.
func (n Naming) Of(kind contract.Kind, name string) string {
	if shown, has := n[kind][name]; has {
		return shown
	}
	return name
}

// Combination is a combination with other names.
func (n Naming) Combination(c Combination) Combination {
	c.Dataset = n.Of(contract.KindDataset, c.Dataset)
	c.Encoder = n.Of(contract.KindEncoder, c.Encoder)
	c.Learner = n.Of(contract.KindLearner, c.Learner)
	c.Reduction = n.Of(contract.KindReducer, c.Reduction)
	return c
}

// inverse finds names by what they are read as.
func (n Naming) inverse() Naming {
	back := Naming{}
	for kind, names := range n {
		back[kind] = make(map[string]string, len(names))
		for name, shown := range names {
			back[kind][shown] = name
		}
	}
	return back
}

// Naming says what names are read as: blocks by their labels, and variants with as many
// digits of their numbers as tell them apart. No two names of a kind are read alike.
func (p *Plan) Naming() Naming {
	n := Naming{}
	for _, kind := range []contract.Kind{contract.KindDataset, contract.KindEncoder, contract.KindLearner,
		contract.KindReducer} {
		names := map[string]bool{}
		var blocks grouped.By[string, []string]
		for i := range p.Cells {
			if name := p.Cells[i].Called(kind); !names[name] {
				names[name] = true
				list := blocks.At(BlockOf(name))
				*list = append(*list, name)
			}
		}
		for block, variants := range blocks.All() {
			for i, short := range shortened(*variants) {
				if label, has := p.Labels[kind][block]; has {
					short = label + strings.TrimPrefix(short, block)
				}
				if name := (*variants)[i]; short != name {
					if n[kind] == nil {
						n[kind] = map[string]string{}
					}
					n[kind][name] = short
				}
			}
		}
	}
	return n
}

// Labelled is the plan with what people read in the place of names, and the plan itself where
// that is the same. Its tables and comparisons name columns as before: see NamedAs.
func (p *Plan) Labelled() (*Plan, Naming) {
	n := p.Naming()
	if len(n) == 0 {
		return p, n
	}
	labelled := *p
	labelled.names = n.inverse()
	labelled.Cells = lists.Map(p.Cells, func(c Cell) Cell {
		c.Combination = n.Combination(c.Combination)
		return c
	})
	labelled.Datasets = lists.Map(p.Datasets, func(d Dataset) Dataset {
		d.Name = n.Of(contract.KindDataset, d.Name)
		return d
	})
	labelled.Weights = nil
	for name, weights := range p.Weights {
		if labelled.Weights == nil {
			labelled.Weights = map[string][]float64{}
		}
		labelled.Weights[n.Of(contract.KindDataset, name)] = weights
	}
	labelled.Tables = lists.Map(p.Tables, func(t Table) Table {
		t.Without = lists.Map(t.Without, n.Combination)
		return t
	})
	return &labelled, n
}

// NamedAs is the name that files have for a combination: of a labelled plan the one before.
func (p *Plan) NamedAs(c Combination) Combination { return p.names.Combination(c) }

// NameOf is NamedAs for what a name of a kind is read as.
func (p *Plan) NameOf(kind contract.Kind, shown string) string { return p.names.Of(kind, shown) }

// shortened are the names of the variants of a block with the shortest numbers that tell
// them apart.
func shortened(variants []string) []string {
	values := map[string][]float64{} // by parameter
	for _, name := range variants {
		eachNumber(name, func(parameter string, v float64) (string, bool) {
			values[parameter] = append(values[parameter], v)
			return "", false
		})
	}
	short := map[string]Digits{}
	for parameter, list := range values {
		short[parameter] = DigitsOf(list)
	}
	return lists.Map(variants, func(name string) string {
		return eachNumber(name, func(parameter string, v float64) (string, bool) { return short[parameter].text(v) })
	})
}

// eachNumber is the name of a variant with other texts of its numbers, where do has one.
func eachNumber(name string, do func(parameter string, value float64) (string, bool)) string {
	block, settings, is := strings.Cut(name, "[")
	if !is {
		return name
	}
	list := lists.Map(split(strings.TrimSuffix(settings, "]")), func(setting string) string {
		parameter, text, _ := strings.Cut(setting, "=")
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			if other, has := do(parameter, v); has {
				return parameter + "=" + other
			}
		}
		return setting
	})
	return block + "[" + strings.Join(list, ",") + "]"
}

// Digits writes numbers with as few significant digits as tell some numbers apart.
type Digits int

// leastDigits is how many significant digits numbers have at least, where they have as many,
// and allDigits how many write every number apart from all others.
const leastDigits, allDigits = 3, 17

// DigitsOf is for some numbers and others that are among them.
func DigitsOf(numbers []float64) Digits {
	apart := len(slices.Compact(slices.Sorted(slices.Values(numbers))))
	for digits := Digits(leastDigits); digits < allDigits; digits++ {
		seen := map[float64]bool{}
		for _, v := range numbers {
			seen[digits.round(v)] = true
		}
		if len(seen) == apart {
			return digits
		}
	}
	return allDigits
}

// Format writes a value as FormatValue does, a number with the digits.
func (d Digits) Format(v any) string {
	if number, is := v.(float64); is {
		if text, short := d.text(number); short {
			return text
		}
	}
	return FormatValue(v)
}

// text is a number with the digits, if it has more.
func (d Digits) text(v float64) (string, bool) {
	short := d.round(v)
	return FormatValue(short), short != v && !math.IsNaN(v)
}

// round leaves whole numbers as they are.
func (d Digits) round(v float64) float64 {
	if v == math.Trunc(v) {
		return v
	}
	if short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', int(d), 64), 64); err == nil {
		return short
	}
	return v
}
