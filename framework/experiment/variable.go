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

	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/syntax"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/wording"
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
			p.Errorf(block.LabelRanges[0], fmt.Sprintf("There is a second variable %q", name), "The first is on line %d.", line)
			continue
		}
		if !hclsyntax.ValidIdentifier(name) {
			p.Errorf(block.LabelRanges[0], "The variable's name cannot be used",
				"A name is made of letters, digits, _ and -, and begins with a letter.")
			continue
		}
		lines[name] = block.TypeRange.Start.Line
		names = append(names, name)
		values[name] = p.variable(block, name, constant)
	}
	for _, name := range slices.Sorted(maps.Keys(p.vars)) {
		if _, ok := values[name]; !ok {
			p.Placeless(fmt.Sprintf("-var %s: %s has no such variable", name, p.file.Path), "%s",
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
			p.HCL(diags)
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
			p.Errorf(block.Body.Attributes["default"].Expr.Range(), "The default is not of the variable's type", "%s.",
				wording.Capital(err.Error()))
			return cty.DynamicVal
		}
		fallback = v
	}
	raw, given := p.vars[name]
	if !given {
		if fallback == cty.NilVal {
			p.Errorf(block.DefRange(), fmt.Sprintf("Variable %q has no value", name),
				"Give it one on the command line, -var %s=…, or write a default.", name)
			return cty.DynamicVal
		}
		return fallback
	}
	v, err := inputValue(raw, want, fallback)
	if err != nil {
		p.Errorf(block.DefRange(), fmt.Sprintf("-var %s=%s cannot be used", name, raw), "%v.", err)
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

// inputExpression evaluates a -var option that is no single word, such as a
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

// locals evaluates the locals in the order in which they need each other.
func (p *parser) locals() {
	var names []string
	waiting := map[string]*hclsyntax.Attribute{}
	for _, block := range p.file.of("locals") {
		syntax.NestedBlocks(&p.Remarks, block.Body, "locals")
		for _, attr := range syntax.AttributesOf(block.Body) {
			if before, again := waiting[attr.Name]; again {
				p.Errorf(attr.NameRange, fmt.Sprintf("There is a second local %q", attr.Name), "The first is on line %d.",
					before.NameRange.Start.Line)
				continue
			}
			names = append(names, attr.Name)
			waiting[attr.Name] = attr
		}
	}
	p.file.scope.Define("local", names, p.evaluateLocals(names, waiting))
}

// evaluateLocals returns the values of locals: each once those that it needs have
// theirs.
func (p *parser) evaluateLocals(names []string, attrs map[string]*hclsyntax.Attribute) map[string]cty.Value {
	values := map[string]cty.Value{}
	needs, neededBy := map[string][]string{}, map[string][]string{}
	missing := map[string]int{} // needed locals without a value
	var ready []string
	for _, name := range names {
		some, all := neededLocals(attrs[name].Expr, attrs)
		needs[name], missing[name] = some, len(some)
		for _, other := range some {
			neededBy[other] = append(neededBy[other], name)
		}
		if !all && len(some) == 0 {
			ready = append(ready, name)
		}
	}
	scope := p.file.scope.Extend()
	scope.Define("local", names, nil)
	for len(ready) > 0 {
		name := ready[0]
		ready = ready[1:]
		own := map[string]cty.Value{}
		for _, other := range needs[name] {
			own[other] = values[other]
		}
		scope.Context.Variables["local"] = cty.ObjectVal(own)
		v, ok := expression.Evaluate(&p.Remarks, attrs[name].Expr, scope)
		if !ok {
			v = cty.DynamicVal
		}
		values[name] = v
		for _, other := range neededBy[name] {
			if missing[other]--; missing[other] == 0 {
				ready = append(ready, other)
			}
		}
	}
	for _, name := range names {
		if _, done := values[name]; !done {
			p.Errorf(attrs[name].NameRange, fmt.Sprintf("Local %q refers to itself", name),
				"It needs, perhaps by way of other locals, its own value.")
			values[name] = cty.DynamicVal
		}
	}
	return values
}

// neededLocals lists the locals that an expression refers to, each once, and
// reports whether it refers to all of them, by local itself.
func neededLocals(expr hclsyntax.Expression, attrs map[string]*hclsyntax.Attribute) (some []string, all bool) {
	seen := map[string]bool{}
	for _, t := range expr.Variables() {
		if t.RootName() != "local" {
			continue
		}
		if len(t) < 2 {
			return nil, true
		}
		name, ok := expression.StepName(t[1])
		if !ok {
			return nil, true
		}
		if attrs[name] != nil && !seen[name] {
			seen[name] = true
			some = append(some, name)
		}
	}
	return some, false
}
