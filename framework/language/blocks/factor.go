package blocks

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/language/typed"
)

// Setting is one value of one attribute.
type Setting struct {
	Name   string
	Value  any
	Expr   hclsyntax.Expression // where the value is written
	Varied bool                 // the name of the variant says it
}

// Factor is what is crossed with the other factors of a block: an attribute, whose
// options set one value each, or a listed grid, whose options set several together.
type Factor struct {
	Options [][]Setting
	Drawn   bool // the options are samples: one for each candidate
}

// Factor is the attribute as a factor of its own.
func (a Attribute) Factor() Factor {
	var f Factor
	for i, value := range a.Values {
		f.Options = append(f.Options, []Setting{{a.Name, value, a.Exprs[i], a.Varied}})
	}
	f.Drawn = a.Drawn
	return f
}

// FactorsOf makes a factor of each attribute.
func FactorsOf(attrs []Attribute) []Factor {
	var all []Factor
	for _, a := range attrs {
		all = append(all, a.Factor())
	}
	return all
}

// CountCombinations counts those of the options of some factors, up to a limit and one more.
func CountCombinations(factors []Factor, limit int) int {
	n := 1
	for _, f := range factors {
		if n *= len(f.Options); n > limit {
			return limit + 1
		}
	}
	return n
}

// Combination is the option of each factor in the combination of a number; the last
// factor varies fastest.
func Combination(factors []Factor, number int) []Setting {
	var all []Setting
	for i := len(factors) - 1; i >= 0; i-- {
		options := factors[i].Options
		all = slices.Concat(options[number%len(options)], all)
		number /= len(options)
	}
	return all
}

// VariantName says the varied settings, as in "C=0.1,loss=hinge".
func VariantName(settings []Setting) string {
	return SettingsText(lists.Filter(settings, func(s Setting) bool { return s.Varied }))
}

// SettingsText says settings, as in "C=0.1,loss=hinge".
func SettingsText(settings []Setting) string {
	return strings.Join(lists.Map(settings, func(s Setting) string { return s.Name + "=" + typed.Format(s.Value) }), ",")
}
