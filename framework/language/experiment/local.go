package experiment

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
)

// locals evaluates the locals in the order in which they need each other.
func (p *parser) locals() {
	var names []string
	waiting := map[string]*hclsyntax.Attribute{}
	for _, block := range p.file.of("locals") {
		syntax.NestedBlocks(&p.Remarks, block.Body, "locals")
		for _, attr := range syntax.AttributesOf(block.Body) {
			if before, again := waiting[attr.Name]; again {
				p.Errorf(mistake.Duplicate, attr.NameRange,
					fmt.Sprintf("There is a second local %q", attr.Name), "The first is on line %d.",
					before.NameRange.Start.Line)
				continue
			}
			names = append(names, attr.Name)
			waiting[attr.Name] = attr
		}
	}
	p.file.scope.Define("local", names, p.evaluateLocals(names, waiting))
}

// evaluateLocals returns the values of locals, each evaluated after those that it needs.
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
	p.circularLocals(names, attrs, values)
	return values
}

// circularLocals reports the locals that have no value, and gives them an unknown one.
func (p *parser) circularLocals(names []string, attrs map[string]*hclsyntax.Attribute, values map[string]cty.Value) {
	for _, name := range names {
		if _, done := values[name]; !done {
			p.Errorf(mistake.Cycle, attrs[name].NameRange, fmt.Sprintf("Local %q refers to itself", name),
				"It needs, perhaps by way of other locals, its own value.")
			values[name] = cty.DynamicVal
		}
	}
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
