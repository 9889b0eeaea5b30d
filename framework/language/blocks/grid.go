package blocks

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/language/typed"
)

// ListedGrid decodes grid = [{…}, …], which stands in a block or in its tune block: each
// object is one combination of values, or several where values of it are grids.
// The parameters in taken are set elsewhere, on a line. Distributions are drawn from by
// draws, nil where there are none.
func (r *Reader) ListedGrid(
	written *hclsyntax.Attribute, params []contract.Param, taken map[string]int, draws *Draws,
) ([][]Factor, bool) {
	v, ok := expression.Evaluate(&r.Remarks, written.Expr, r.ScopeOf(params...))
	if !ok || !v.IsKnown() {
		return nil, false
	}
	values, exprs := ListOf(v, written.Expr)
	if len(values) == 0 {
		r.Errorf(mistake.BadGrid, written.Expr.Range(), "A grid lists objects", "%s", listedExample(params))
		return nil, false
	}
	good := true
	var lines [][]Factor
	for i, value := range values {
		if !value.IsKnown() || value.IsNull() || !typed.IsMapping(value.Type()) || value.LengthInt() == 0 {
			r.Errorf(mistake.BadGrid, exprs[i].Range(), "A grid lists objects", "%s", listedExample(params))
			good = false
			continue
		}
		line, ok := r.line(value, exprs[i], params, taken, draws.of(i))
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
func (r *Reader) line(
	object cty.Value, expr hclsyntax.Expression, params []contract.Param, taken map[string]int, draws *Draws,
) ([]Factor, bool) {
	good := r.checkKeys(object, expr, names(params), taken)
	var factors []Factor
	members := object.AsValueMap()
	for _, p := range params {
		value, set := members[p.Name]
		if !set {
			if _, elsewhere := taken[p.Name]; p.Required && !elsewhere {
				r.Errorf(mistake.Missing, expr.Range(), fmt.Sprintf("Attribute %q is missing", p.Name), "%s",
					docOr(p, "It must be written."))
				good = false
			}
			continue
		}
		attr, ok := r.member(value, expression.Member(expr, p.Name), p, draws)
		good = good && ok
		factors = append(factors, attr.Factor())
	}
	return factors, good
}

// checkKeys reports attributes in an object of a listed grid that are unknown or set elsewhere.
func (r *Reader) checkKeys(object cty.Value, expr hclsyntax.Expression, names []string, taken map[string]int) bool {
	good := true
	for it := object.ElementIterator(); it.Next(); {
		key, _ := it.Element()
		name := key.AsString()
		at := expression.Locate(expr, []any{contract.Key(name)})
		if !slices.Contains(names, name) {
			r.Errorf(mistake.UnknownAttribute, at, fmt.Sprintf("Unknown attribute %q", name), "%s",
				wording.Instead(name, names, "The attributes are"))
			good = false
		} else if line, both := taken[name]; both {
			r.Errorf(mistake.Duplicate, at, fmt.Sprintf("Attribute %q is also in the grid", name),
				"It is set on line %d. Remove it there or here.",
				line)
			good = false
		}
	}
	return good
}

// member decodes the value, or the values, of one attribute in a listed grid.
func (r *Reader) member(v cty.Value, expr hclsyntax.Expression, p contract.Param, draws *Draws) (Attribute, bool) {
	attr := Attribute{Name: p.Name, Varied: true, Exprs: []hclsyntax.Expression{expr}}
	kind, err := typed.Type(p)
	switch {
	case err != nil:
		r.Errorf(mistake.Unchecked, expr.Range(), fmt.Sprintf("Attribute %q cannot be used", p.Name),
			"It is described wrongly: %v.", err)
		return attr, false
	case p.Type == contract.FileType:
		r.Errorf(mistake.BadGrid, expr.Range(), "There is no grid of files", "Write a block for each file.")
		return attr, false
	case !v.IsKnown():
		return attr, false
	case v.IsNull():
		r.Errorf(mistake.EmptyValue, expr.Range(), fmt.Sprintf("Attribute %q is null", p.Name),
			"Leave it out of this object.")
		return attr, false
	}
	if draws != nil && v.Type() == expression.DistributionType {
		return attr, r.DrawAll(&attr, v, p, kind, draws)
	}
	values := []cty.Value{v}
	if v.Type() == expression.ChoicesType {
		values = v.EncapsulatedValue().(*expression.Choices).Values
		attr.Exprs = gridArguments(expr, len(values))
	}
	good := r.DecodeAll(&attr, values, p, kind)
	return attr, good && r.Distinct(attr)
}

// Joined makes one factor of the lines of a listed grid, and reports a combination that
// two of them hold, and what would be too many.
func (r *Reader) Joined(lines [][]Factor, written *hclsyntax.Attribute) (Factor, bool) {
	var all Factor
	seen := map[string]bool{}
	for _, line := range lines {
		n := CountCombinations(line, expression.MaxVariants)
		if len(all.Options)+n > expression.MaxVariants {
			r.Errorf(mistake.TooLarge, written.NameRange, "The grid has too many combinations",
				"There are more than %d.", expression.MaxVariants)
			return all, false
		}
		for i := range n {
			option := Combination(line, i)
			if name := VariantName(option); seen[name] {
				r.Errorf(mistake.Duplicate, option[0].Expr.Range(), fmt.Sprintf("The grid holds {%s} twice", name),
					"Two variants would have the same name. Remove one of them.")
				return all, false
			} else {
				seen[name] = true
			}
			all.Options = append(all.Options, option)
		}
	}
	return all, true
}

// Factors makes the factors of a block of its attributes, and of its grid if it lists one.
func (r *Reader) Factors(block *hclsyntax.Block, attrs []Attribute, s Schema) ([]Factor, bool) {
	all := FactorsOf(attrs)
	written, ok := block.Body.Attributes[GridAttribute]
	if !ok || !s.Grids {
		return all, true
	}
	lines, good := r.ListedGrid(written, s.Params, SetLines(block), nil)
	if !good {
		return nil, false
	}
	f, good := r.Joined(lines, written)
	return append(all, f), good
}

// SetLines are the lines on which a block sets attributes.
func SetLines(block *hclsyntax.Block) map[string]int {
	lines := map[string]int{}
	for _, a := range syntax.AttributesOf(block.Body) {
		lines[a.Name] = a.NameRange.Start.Line
	}
	return lines
}
