package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/language/typed"
)

// variables gives every variable its value. One that has none stays unknown, so
// that its uses are not reported as well.
func (p *parser) variables() {
	values := map[string]cty.Value{}
	var names []string
	lines := map[string]int{}
	constant := expression.NewScope()
	for _, block := range p.file.of("variable") {
		name := block.Labels[0]
		if line, again := lines[name]; again {
			p.Errorf(mistake.Duplicate, block.LabelRanges[0],
				fmt.Sprintf("There is a second variable %q", name), "The first is on line %d.", line)
			continue
		}
		if !hclsyntax.ValidIdentifier(name) {
			p.Errorf(mistake.BadName, block.LabelRanges[0], "The variable's name cannot be used",
				"A name is made of letters, digits, _ and -, and begins with a letter.")
			continue
		}
		lines[name] = block.TypeRange.Start.Line
		names = append(names, name)
		values[name] = p.variable(block, name, constant)
	}
	for _, name := range slices.Sorted(maps.Keys(p.vars)) {
		if _, ok := values[name]; !ok {
			p.Placeless(mistake.BadVariable, fmt.Sprintf("-var %s: %s has no such variable", name, p.file.Path),
				"%s",
				wording.Instead(name, names, "The variables are"))
		}
	}
	p.file.scope.Define("var", names, values)
}

// variable returns the value of one variable, whose default stands in a scope
// without names.
func (p *parser) variable(block *hclsyntax.Block, name string, constant *expression.Scope) cty.Value {
	want, fallback := cty.NilType, cty.NilVal
	good := true
	for _, attr := range syntax.AttributesOf(block.Body) {
		switch attr.Name {
		case "default":
			v, ok := expression.Evaluate(&p.Remarks, attr.Expr, constant)
			fallback, good = v, good && ok
		case "type":
			t, diags := typeexpr.TypeConstraint(attr.Expr)
			p.HCL(mistake.BadVariable, diags)
			want, good = t, good && !diags.HasErrors()
		case "description":
			p.string(attr.Expr)
		default:
			syntax.UnknownAttribute(&p.Remarks, attr, "variable", []string{"default", "type", "description"})
		}
	}
	syntax.NestedBlocks(&p.Remarks, block.Body, "variable")
	if !good {
		return cty.DynamicVal
	}
	return p.chosen(block, name, want, fallback)
}

// chosen returns what -var says, else the default, as the variable's type.
func (p *parser) chosen(block *hclsyntax.Block, name string, want cty.Type, fallback cty.Value) cty.Value {
	if want != cty.NilType && fallback != cty.NilVal {
		v, err := convert.Convert(fallback, want)
		if err != nil {
			p.Errorf(mistake.WrongType, block.Body.Attributes["default"].Expr.Range(),
				"The default is not of the variable's type", "%s.",
				wording.Capital(err.Error()))
			return cty.DynamicVal
		}
		fallback = v
	}
	raw, given := p.vars[name]
	if !given {
		if fallback == cty.NilVal {
			p.Errorf(mistake.BadVariable, block.DefRange(), fmt.Sprintf("Variable %q has no value", name),
				"Give it one on the command line, -var %s=…, or write a default.", name)
			return cty.DynamicVal
		}
		return fallback
	}
	v, err := inputValue(raw, want, fallback)
	if err != nil {
		p.Errorf(mistake.BadVariable, block.DefRange(), fmt.Sprintf("-var %s=%s cannot be used", name, raw),
			"%v.", err)
		return cty.DynamicVal
	}
	return v
}

// inputValue reads the text of a -var option as the variable's type, else as
// the type of its default, else as a number or bool if it reads as one.
func inputValue(raw string, want cty.Type, fallback cty.Value) (cty.Value, error) {
	sample := want
	if sample == cty.NilType && fallback != cty.NilVal && !fallback.IsNull() {
		sample = fallback.Type()
	}
	switch {
	case sample == cty.NilType || sample == cty.DynamicPseudoType:
		for _, guess := range []cty.Type{cty.Number, cty.Bool} {
			if v, err := primitive(raw, guess); err == nil {
				return v, nil
			}
		}
		return cty.StringVal(raw), nil
	case sample.IsPrimitiveType():
		return primitive(raw, sample)
	}
	v, err := inputExpression(raw)
	if err != nil {
		return cty.NilVal, err
	}
	if want != cty.NilType {
		return convert.Convert(v, want)
	}
	if typed.IsSequence(v.Type()) != typed.IsSequence(sample) || typed.IsMapping(v.Type()) != typed.IsMapping(sample) {
		return cty.NilVal, fmt.Errorf("the default is of another type; write %s", typed.Word(sample))
	}
	return v, nil
}

// primitive reads text as a string, number or bool.
func primitive(raw string, t cty.Type) (cty.Value, error) {
	switch t {
	case cty.String:
		return cty.StringVal(raw), nil
	case cty.Number:
		if _, err := strconv.ParseFloat(raw, 64); err == nil && syntax.Representable(raw) {
			if v, err := cty.ParseNumberVal(raw); err == nil {
				return v, nil
			}
		}
		return cty.NilVal, fmt.Errorf("%q is not a number", raw)
	}
	switch raw {
	case "true":
		return cty.True, nil
	case "false":
		return cty.False, nil
	}
	return cty.NilVal, fmt.Errorf("%q is neither true nor false", raw)
}

// inputExpression evaluates a -var option that is not a single word, such as a
// list.
func inputExpression(raw string) (cty.Value, error) {
	check := diagnostic.Remarks{Text: &diagnostic.Text{Path: "-var", Bytes: []byte(raw)}}
	if !syntax.CheckLimits(&check, []byte(raw)) {
		return cty.NilVal, fmt.Errorf("%s", check.List[0].Summary)
	}
	expr, diags := hclsyntax.ParseExpression([]byte(raw), "-var", hcl.InitialPos)
	if !diags.HasErrors() {
		var v cty.Value
		if v, diags = expression.Value(expr, expression.NewScope()); !diags.HasErrors() {
			return v, nil
		}
	}
	return cty.NilVal, fmt.Errorf("it cannot be read as an expression: %s", syntax.OfSyntax(diags[0]).Summary)
}
