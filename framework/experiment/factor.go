package experiment

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/syntax"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/wording"
)

// gridAttribute lists combinations of values, in a block and in its tune block.
const gridAttribute = "grid"

// setting is one value of one attribute.
type setting struct {
	name   string
	value  any
	expr   hclsyntax.Expression // where the value is written
	varied bool                 // the name of the variant says it
}

// factor is what is crossed with the other factors of a block: an attribute, whose
// options set one value each, or a listed grid, whose options set several together.
type factor struct {
	options [][]setting
	drawn   bool // the options are draws: one for each candidate
}

// factor is the attribute as a factor of its own.
func (a attribute) factor() factor {
	var f factor
	for i, value := range a.values {
		f.options = append(f.options, []setting{{a.name, value, a.exprs[i], a.varied}})
	}
	f.drawn = a.drawn
	return f
}

// factorsOf makes a factor of each attribute.
func factorsOf(attrs []attribute) []factor {
	var all []factor
	for _, a := range attrs {
		all = append(all, a.factor())
	}
	return all
}

// countCombinations counts those of the options of some factors, up to a limit and one more.
func countCombinations(factors []factor, limit int) int {
	n := 1
	for _, f := range factors {
		if n *= len(f.options); n > limit {
			return limit + 1
		}
	}
	return n
}

// combination is the option of each factor in the combination of a number; the last
// factor varies fastest.
func combination(factors []factor, number int) []setting {
	var all []setting
	for i := len(factors) - 1; i >= 0; i-- {
		options := factors[i].options
		all = slices.Concat(options[number%len(options)], all)
		number /= len(options)
	}
	return all
}

// listedGrid decodes grid = [{…}, …], which stands in a block or in its tune block: each
// object is one combination of values, or several where values of it are grids.
// The parameters in taken are set elsewhere, on a line. Distributions are drawn from by
// draws, nil where there are none.
func (b *binder) listedGrid(
	written *hclsyntax.Attribute, params []contract.Param, taken map[string]int, draws *draws,
) ([][]factor, bool) {
	v, ok := expression.Evaluate(&b.Remarks, written.Expr, b.scopeOf(params...))
	if !ok || !v.IsKnown() {
		return nil, false
	}
	values, exprs := listOf(v, written.Expr)
	if len(values) == 0 {
		b.Errorf(written.Expr.Range(), "A grid lists objects", "%s", listedExample(params))
		return nil, false
	}
	good := true
	var lines [][]factor
	for i, value := range values {
		if !value.IsKnown() || value.IsNull() || !typed.IsMapping(value.Type()) || value.LengthInt() == 0 {
			b.Errorf(exprs[i].Range(), "A grid lists objects", "%s", listedExample(params))
			good = false
			continue
		}
		line, ok := b.line(value, exprs[i], params, taken, draws.of(i))
		good = good && ok
		lines = append(lines, line)
	}
	return lines, good
}

// listedExample is a sentence that shows a listed grid of the first parameters that
// have values to show.
func listedExample(params []contract.Param) string {
	text := "Each sets some attributes together"
	var names []string
	for _, p := range params {
		if p.Type != contract.FileType && p.Type != contract.PathType {
			names = append(names, p.Name)
		}
	}
	if len(names) < 2 {
		return text + "."
	}
	return fmt.Sprintf("%s: grid = [{ %s = …, %s = … }, …].", text, names[0], names[1])
}

// line decodes one object of a listed grid, with a factor for each attribute that it
// sets, in the order of the parameters.
func (b *binder) line(
	object cty.Value, expr hclsyntax.Expression, params []contract.Param, taken map[string]int, draws *draws,
) ([]factor, bool) {
	good := true
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	members := object.AsValueMap()
	for it := object.ElementIterator(); it.Next(); {
		key, _ := it.Element()
		name := key.AsString()
		at := expression.Locate(expr, []any{contract.Key(name)})
		if !slices.Contains(names, name) {
			b.Errorf(at, fmt.Sprintf("Unknown attribute %q", name), "%s", wording.Instead(name, names, "The attributes are"))
			good = false
		} else if line, both := taken[name]; both {
			b.Errorf(at, fmt.Sprintf("Attribute %q is also in the grid", name), "It is set on line %d. Take it out there or here.", line)
			good = false
		}
	}
	var factors []factor
	for _, p := range params {
		value, set := members[p.Name]
		if !set {
			if _, elsewhere := taken[p.Name]; p.Required && !elsewhere {
				b.Errorf(expr.Range(), fmt.Sprintf("Attribute %q is missing", p.Name), "%s", docOr(p, "It must be written."))
				good = false
			}
			continue
		}
		attr, ok := b.member(value, expression.Member(expr, p.Name), p, draws)
		good = good && ok
		factors = append(factors, attr.factor())
	}
	return factors, good
}

// member decodes the value, or the values, of one attribute in a listed grid.
func (b *binder) member(v cty.Value, expr hclsyntax.Expression, p contract.Param, draws *draws) (attribute, bool) {
	attr := attribute{name: p.Name, varied: true, exprs: []hclsyntax.Expression{expr}}
	kind, err := typed.Type(p)
	switch {
	case err != nil:
		b.Errorf(expr.Range(), fmt.Sprintf("Attribute %q cannot be used", p.Name), "It is described wrongly: %v.", err)
		return attr, false
	case p.Type == contract.FileType:
		b.Errorf(expr.Range(), "There is no grid of files", "Write a block for each file.")
		return attr, false
	case !v.IsKnown():
		return attr, false
	case v.IsNull():
		b.Errorf(expr.Range(), fmt.Sprintf("Attribute %q is null", p.Name), "Leave it out of this object.")
		return attr, false
	}
	if draws != nil && v.Type() == expression.DistributionType {
		return attr, b.drawAll(&attr, v, p, kind, draws)
	}
	values := []cty.Value{v}
	if v.Type() == expression.ChoicesType {
		values = v.EncapsulatedValue().(*expression.Choices).Values
		attr.exprs = gridArguments(expr, len(values))
	}
	good := b.decodeAll(&attr, values, p, kind)
	return attr, good && b.distinct(attr)
}

// joined makes one factor of the lines of a listed grid, and reports a combination that
// two of them hold, and what would be too many.
func (b *binder) joined(lines [][]factor, written *hclsyntax.Attribute) (factor, bool) {
	var all factor
	seen := map[string]bool{}
	for _, line := range lines {
		n := countCombinations(line, expression.MaxVariants)
		if len(all.options)+n > expression.MaxVariants {
			b.Errorf(written.NameRange, "The grid has too many combinations", "There are more than %d.", expression.MaxVariants)
			return all, false
		}
		for i := range n {
			option := combination(line, i)
			if name := variantName(option); seen[name] {
				b.Errorf(option[0].expr.Range(), fmt.Sprintf("The grid holds {%s} twice", name),
					"Two variants would have the same name. Take one of them out.")
				return all, false
			} else {
				seen[name] = true
			}
			all.options = append(all.options, option)
		}
	}
	return all, true
}

// factors makes the factors of a block of its attributes, and of its grid if it lists one.
func (b *binder) factors(block *hclsyntax.Block, attrs []attribute, s schema) ([]factor, bool) {
	all := factorsOf(attrs)
	written, ok := block.Body.Attributes[gridAttribute]
	if !ok || !s.grids {
		return all, true
	}
	lines, good := b.listedGrid(written, s.params, setLines(block), nil)
	if !good {
		return nil, false
	}
	f, good := b.joined(lines, written)
	return append(all, f), good
}

// setLines are the lines on which a block sets attributes.
func setLines(block *hclsyntax.Block) map[string]int {
	lines := map[string]int{}
	for _, a := range syntax.AttributesOf(block.Body) {
		lines[a.Name] = a.NameRange.Start.Line
	}
	return lines
}
