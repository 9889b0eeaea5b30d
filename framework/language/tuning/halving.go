package tuning

import (
	"fmt"
	"math"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/typed"
)

// rowsResource is the resource of a halving that names none.
const rowsResource = "rows"

const halvingBlock = "halving"

// HalvingParams are the attributes of a halving block.
func HalvingParams() []contract.Param {
	return []contract.Param{
		{Name: "resource", Type: "string", Default: rowsResource,
			Doc: "What grows from round to round: the training rows, or a parameter of the block, a whole number such as the " +
				"rounds of adaboost."},
		{Name: "factor", Type: "number", Default: 3.0, Min: contract.Bound(2), Max: contract.Bound(1000), Integer: true,
			Doc: "A round keeps 1 / factor of the candidates, and the next one has factor times the resource."},
		{Name: "min_resources", Type: "any", Default: "exhaust", OneOf: []string{"exhaust", "smallest"},
			Min: contract.Bound(1), Max: contract.Bound(1e9), Integer: true,
			Doc: "The resource of the first round: a number, the least that makes sense (smallest: 2 rows for each class and " +
				"inner fold; of a parameter 1, or its minimum), or as much as lets the last round use all of it (exhaust)."},
		{Name: "max_resources", Type: "number", Min: contract.Bound(1), Max: contract.Bound(1e9), Integer: true,
			Doc: "The resource of the last round at most. The default is all training rows; of a parameter it must be written."},
		{Name: "aggressive_elimination", Type: "bool", Default: false,
			Doc: "Where the resource does not allow as many rounds as the candidates need, " +
				"repeats rounds with the least of it until less than factor candidates are left for the last one."},
	}
}

// halving decodes the halving block, if there is one.
func (t *Block) halving() bool {
	block, good := t.Inner(t.block, halvingBlock, "Remove one of them.")
	if block == nil {
		return good
	}
	attrs, ok := t.Attributes(block, blocks.Schema{What: "halving", Params: HalvingParams()})
	h := &Halving{Factor: 3}
	for _, attr := range attrs {
		switch value := attr.Values[0].(type) {
		case bool:
			h.Aggressive = value
		case string:
			if attr.Name == "resource" {
				ok = t.resource(h, value, block) && ok
				continue
			}
			h.Smallest = value == "smallest"
		case float64:
			*map[string]*int{"factor": &h.Factor, "min_resources": &h.Min, "max_resources": &h.Max}[attr.Name] = int(value)
		}
	}
	t.Halving = h
	switch {
	case ok && h.Resource != "" && h.Max == 0:
		t.Errorf(mistake.BadTuning, block.DefRange(), "The halving does not say how far its resource grows",
			"Write max_resources, the largest value of %s.", h.Resource)
		ok = false
	case ok && h.Max > 0 && max(h.Min, h.Least) > h.Max:
		what := map[bool]string{true: "fewer rows", false: "less"}[h.Resource == ""]
		t.Errorf(mistake.BadTuning, block.Body.Attributes["max_resources"].Expr.Range(),
			fmt.Sprintf("The last round has %s than the first", what),
			"The first has %d: max_resources must be as large.", max(h.Min, h.Least))
		ok = false
	}
	return good && ok
}

// resource takes what grows: the training rows, or a parameter of the component that is
// written nowhere else.
func (t *Block) resource(h *Halving, name string, halving *hclsyntax.Block) bool {
	c := t.component
	if name == rowsResource {
		return true
	}
	at := halving.Body.Attributes["resource"].Expr.Range()
	whole := lists.Filter(c.Params, func(p contract.Param) bool { return p.Type == "number" && p.Integer })
	names := append([]string{rowsResource}, lists.Map(whole, func(p contract.Param) string { return p.Name })...)
	found := slices.IndexFunc(c.Params, func(p contract.Param) bool { return p.Name == name })
	switch {
	case found < 0:
		t.Errorf(mistake.BadTuning, at, fmt.Sprintf("%s has no parameter %q",
			wording.Capital(blocks.Describe(c)), name), "%s",
			wording.Instead(name, names, "What can grow is"))
		return false
	case !slices.Contains(names, name):
		t.Errorf(mistake.BadTuning, at, fmt.Sprintf("Attribute %q cannot be the resource", name),
			"It is not a whole number. %s",
			wording.Instead(name, names, "What can grow is"))
		return false
	}
	if set, both := t.around.Body.Attributes[name]; both {
		t.Errorf(mistake.Duplicate, at, fmt.Sprintf("Attribute %q is both set and the resource", name),
			"It is set on line %d. Remove it there or here.", set.NameRange.Start.Line)
		return false
	}
	h.Resource, h.Kind, h.Least = name, c.Kind, 1
	if least := c.Params[found].Min; least != nil {
		h.Least = max(1, int(math.Ceil(*least)))
	}
	return true
}

// grows notes the resource as a parameter that has no value of its own; it cannot be tried
// as well.
func (t *Block) grows() bool {
	resource := t.Halving.Named()
	if resource == "" {
		return true
	}
	if slices.Contains(t.Parameters, resource) {
		halving, _ := t.Inner(t.block, halvingBlock, "")
		t.Errorf(mistake.Duplicate, halving.Body.Attributes["resource"].Expr.Range(),
			fmt.Sprintf("Attribute %q is both tuned and the resource", resource),
			"It grows from round to round: remove its values, or let another resource grow.")
		return false
	}
	t.Parameters = append(t.Parameters, resource)
	return true
}

// amounts are the settings of the resource in each round among the candidates of a block;
// one without settings where the rounds do not differ in them.
func (t *Block) amounts() (list [][]blocks.Setting, good bool) {
	if t.Halving == nil || t.Halving.Resource == "" {
		return [][]blocks.Setting{nil}, true
	}
	params := t.component.Params
	at := slices.IndexFunc(params, func(p contract.Param) bool { return p.Name == t.Halving.Resource })
	halving, _ := t.Inner(t.block, halvingBlock, "")
	kind, err := typed.Type(params[at])
	if err != nil {
		t.Errorf(mistake.BadTuning, halving.DefRange(), "The resource cannot be used",
			"Its schema is wrong: %v.", err)
		return nil, false
	}
	for _, round := range t.Rounds(len(t.candidates), 0, 0) {
		expr := halving.Body.Attributes["max_resources"].Expr
		if least := halving.Body.Attributes["min_resources"]; least != nil && round.Amount < t.Halving.Max {
			expr = least.Expr
		}
		value, ok := t.Decode(cty.NumberIntVal(int64(round.Amount)), params[at], kind, expr, typed.Hints{})
		if !ok {
			return nil, false
		}
		list = append(list, []blocks.Setting{{Name: t.Halving.Resource, Value: value, Expr: expr}})
	}
	return list, true
}

// setTwice reports a resource that the factors of a block set too, in a listed grid.
func (t *Block) setTwice(factors []blocks.Factor) bool {
	resource := t.Halving.Named()
	for _, f := range factors {
		for _, option := range f.Options {
			if at := slices.IndexFunc(option, func(s blocks.Setting) bool { return s.Name == resource }); at >= 0 {
				t.Errorf(mistake.Duplicate, option[at].Expr.Range(),
					fmt.Sprintf("Attribute %q is both set and the resource", resource),
					"It grows from round to round: remove it here, or let another resource grow.")
				return true
			}
		}
	}
	return false
}
