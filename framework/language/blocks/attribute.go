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

// Attributes decodes the attributes of a block in file order, except those that the caller
// decodes. It reports every mistake; a false result means that the block cannot be used.
func (r *Reader) Attributes(block *hclsyntax.Block, s Schema, except ...contract.Param) ([]Attribute, bool) {
	var attrs []Attribute
	good := true
	all := slices.Concat(s.Params, except)
	for _, written := range syntax.AttributesOf(block.Body) {
		at := slices.IndexFunc(all, func(p contract.Param) bool { return p.Name == written.Name })
		switch {
		case at < 0 && s.Grids && written.Name == GridAttribute:
		case at < 0 && slices.Contains(s.Blocks, written.Name):
			r.Errorf(mistake.BlockOrAttribute, written.NameRange,
				fmt.Sprintf("%q is a block, not an attribute", written.Name),
				"Remove the =, and put each of its attributes on a line of its own.")
			good = false
		case at < 0 && s.Elsewhere[written.Name] != "":
			other := s.Elsewhere[written.Name]
			r.Errorf(mistake.BlockOrAttribute, written.NameRange,
				fmt.Sprintf("%s is not an attribute of %s", written.Name, s.What),
				"It is one of %s. Write %s { %s = … }.", other, other, written.Name)
			good = false
		case at < 0:
			syntax.UnknownAttribute(&r.Remarks, written, s.What, names(all))
			good = false
		case !slices.Contains(names(except), written.Name):
			attr, ok := r.Attribute(written, all[at], s)
			good = good && ok
			if attr.Values != nil {
				attrs = append(attrs, attr)
			}
		}
	}
	nested := r.nested(block, s, names(all))
	return attrs, r.required(block, s) && nested && good
}

// nested reports the blocks within a block that it does not take.
func (r *Reader) nested(block *hclsyntax.Block, s Schema, attributes []string) bool {
	good := true
	for _, inner := range block.Body.Blocks {
		if slices.Contains(s.Blocks, inner.Type) {
			continue
		}
		good = false
		unknown := fmt.Sprintf("Unknown block %q", inner.Type)
		switch {
		case slices.Contains(attributes, inner.Type):
			r.Errorf(mistake.BlockOrAttribute, inner.TypeRange,
				fmt.Sprintf("%q is an attribute, not a block", inner.Type), "Put a = after its name.")
		case len(s.Blocks) > 0:
			syntax.UnknownBlock(&r.Remarks, inner, s.What, s.Blocks)
		case len(attributes) == 0:
			r.Errorf(mistake.UnknownBlock, inner.TypeRange, unknown, "%s takes neither blocks nor attributes.",
				wording.Capital(s.What))
		default:
			r.Errorf(mistake.UnknownBlock, inner.TypeRange, unknown,
				"%s takes no blocks; its attributes are: %s.", wording.Capital(s.What),
				wording.List(attributes))
		}
	}
	return good
}

// required reports the attributes that must be written and are not. Those that a listed
// grid sets are looked for there.
func (r *Reader) required(block *hclsyntax.Block, s Schema) bool {
	good := true
	if _, listed := block.Body.Attributes[GridAttribute]; listed && s.Grids {
		return true
	}
	for _, p := range s.Params {
		if _, written := block.Body.Attributes[p.Name]; p.Required && !written && !(s.Grids && triedIn(block, p.Name)) {
			r.Errorf(mistake.Missing, block.DefRange(), fmt.Sprintf("Attribute %q is missing", p.Name), "%s",
				docOr(p, "It must be written."))
			good = false
		}
	}
	return good
}

// Attribute decodes one attribute. Its values are nil if it is null, which
// means not written.
func (r *Reader) Attribute(written *hclsyntax.Attribute, p contract.Param, s Schema) (Attribute, bool) {
	attr := Attribute{Name: p.Name, block: s}
	t, err := typed.Type(p)
	if err != nil {
		r.Errorf(mistake.Unchecked, written.NameRange, fmt.Sprintf("Attribute %q cannot be used", p.Name),
			"%s describes it wrongly: %v.",
			wording.Capital(s.What), err)
		return attr, false
	}
	if r.BareLearner(written.Expr, p) {
		return attr, false
	}
	v, ok := expression.Evaluate(&r.Remarks, written.Expr, r.ScopeOf(p))
	if !ok || !v.IsKnown() {
		return attr, false
	}
	if v.IsNull() {
		if p.Required {
			r.Errorf(mistake.EmptyValue, written.Expr.Range(), fmt.Sprintf("Attribute %q is null", p.Name),
				"%s", docOr(p, "It must have a value."))
		}
		return attr, !p.Required
	}
	values := []cty.Value{v}
	attr.Exprs = []hclsyntax.Expression{written.Expr}
	if v.Type() == expression.ChoicesType && s.Grids {
		if p.Type == contract.FileType {
			r.Errorf(mistake.BadGrid, written.Expr.Range(), "There is no grid of files",
				"Write a block for each file.")
			return attr, false
		}
		attr.Varied = true
		values = v.EncapsulatedValue().(*expression.Choices).Values
		attr.Exprs = gridArguments(written.Expr, len(values))
	}
	good := r.DecodeAll(&attr, values, p, t)
	return attr, good && r.Distinct(attr)
}

// Obeyed decodes the attributes of a block that bench itself obeys. It passes each to take,
// and reports its error; a false result means that there was a mistake.
func (r *Reader) Obeyed(
	block *hclsyntax.Block, params []contract.Param, take func(name string, value any) error,
) (good bool) {
	good = true
	for _, p := range params {
		written, ok := block.Body.Attributes[p.Name]
		if !ok {
			continue
		}
		attr, ok := r.Attribute(written, p, Schema{What: "the learner block"})
		good = good && ok
		if !ok || attr.Values == nil {
			continue
		}
		if err := take(p.Name, attr.Values[0]); err != nil {
			r.Errorf(mistake.BadValue, written.Expr.Range(), fmt.Sprintf("Bad %s", p.Name), "%v.", err)
			good = false
		}
	}
	return good
}
