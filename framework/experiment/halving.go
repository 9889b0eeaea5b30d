package experiment

import (
	"fmt"
	"math"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// Halving says how candidates are dropped on the way: all are tried with little of a
// resource, the best of them with more. (Jamieson & Talwalkar, Non-stochastic best arm
// identification and hyperparameter optimization, AISTATS 2016; as scikit-learn's
// HalvingGridSearchCV.)
type Halving struct {
	Factor   int  // one in so many candidates is kept, with so many times the resource
	Smallest bool // the first round has as little as it may; else the last has as much as it can
	// Min and Max are the resource of the first round at least, and of the last at most; 0
	// where they are not written.
	Min, Max   int
	Aggressive bool // candidates are dropped with little until what is left fits
	// Resource is the parameter that grows, of a component of some kind, and Least the
	// smallest value that it takes; empty and 0 where the training rows grow.
	Resource string
	Kind     contract.Kind
	Least    int
}

// rowsResource is the resource of a halving that names none.
const rowsResource = "rows"

// HalvingParams are the attributes of a halving block.
func HalvingParams() []contract.Param {
	return []contract.Param{
		{Name: "resource", Type: "string", Default: rowsResource,
			Doc: "What grows from round to round: the training rows, or a parameter of the block, a whole number such as the rounds of adaboost."},
		{Name: "factor", Type: "number", Default: 3.0, Min: contract.Bound(2), Max: contract.Bound(1000), Integer: true,
			Doc: "One in so many candidates is kept after a round, and the next has so many times the resource."},
		{Name: "min_resources", Type: "any", Default: "exhaust", OneOf: []string{"exhaust", "smallest"},
			Min: contract.Bound(1), Max: contract.Bound(1e9), Integer: true,
			Doc: "The resource of the first round: a number, the least that makes sense (smallest: 2 rows for each class and inner fold; of a parameter 1, or the least it takes), or so much that the last round has as much as it can (exhaust)."},
		{Name: "max_resources", Type: "number", Min: contract.Bound(1), Max: contract.Bound(1e9), Integer: true,
			Doc: "The resource of the last round at most. The default is all training rows; of a parameter it must be written."},
		{Name: "aggressive_elimination", Type: "bool", Default: false,
			Doc: "Where the resource does not allow as many rounds as the candidates need, repeats rounds with the least of it until less than factor candidates are left for the last one."},
	}
}

// halvingOf decodes the halving block within a tune block of a block with a component,
// nil without one.
func (b *binder) halvingOf(around, tune *hclsyntax.Block, c contract.Component) (*Halving, bool) {
	block, good := b.inner(tune, "halving", "Take one of them out.")
	if block == nil {
		return nil, good
	}
	attrs, ok := b.attributes(block, schema{what: "halving", params: HalvingParams()})
	h := &Halving{Factor: 3}
	for _, attr := range attrs {
		switch value := attr.values[0].(type) {
		case bool:
			h.Aggressive = value
		case string:
			if attr.name == "resource" {
				ok = b.resourceOf(h, value, around, block, c) && ok
				continue
			}
			h.Smallest = value == "smallest"
		case float64:
			*map[string]*int{"factor": &h.Factor, "min_resources": &h.Min, "max_resources": &h.Max}[attr.name] = int(value)
		}
	}
	switch {
	case ok && h.Resource != "" && h.Max == 0:
		b.Errorf(block.DefRange(), "The halving does not say how far its resource grows",
			"Write max_resources, the largest value of %s.", h.Resource)
		ok = false
	case ok && h.Max > 0 && max(h.Min, h.Least) > h.Max:
		what := map[bool]string{true: "fewer rows", false: "less"}[h.Resource == ""]
		b.Errorf(block.Body.Attributes["max_resources"].Expr.Range(), fmt.Sprintf("The last round has %s than the first", what),
			"The first has %d: max_resources must be as large.", max(h.Min, h.Least))
		ok = false
	}
	return h, good && ok
}

// resourceOf takes what grows: the training rows, or a parameter of the component that is
// written nowhere else.
func (b *binder) resourceOf(h *Halving, name string, around, halving *hclsyntax.Block, c contract.Component) bool {
	if name == rowsResource {
		return true
	}
	at := halving.Body.Attributes["resource"].Expr.Range()
	whole := lists.Filter(c.Params, func(p contract.Param) bool { return p.Type == "number" && p.Integer })
	names := append([]string{rowsResource}, lists.Map(whole, func(p contract.Param) string { return p.Name })...)
	found := slices.IndexFunc(c.Params, func(p contract.Param) bool { return p.Name == name })
	switch {
	case found < 0:
		b.Errorf(at, fmt.Sprintf("%s has no parameter %q", wording.Capital(describe(c)), name), "%s",
			wording.Instead(name, names, "What can grow is"))
		return false
	case !slices.Contains(names, name):
		b.Errorf(at, fmt.Sprintf("Attribute %q cannot be the resource", name), "It is no whole number. %s",
			wording.Instead(name, names, "What can grow is"))
		return false
	}
	if set, both := around.Body.Attributes[name]; both {
		b.Errorf(at, fmt.Sprintf("Attribute %q is both set and the resource", name),
			"It is set on line %d. Take it out there or here.", set.NameRange.Start.Line)
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
func (b *binder) grows(t *tuneBlock) bool {
	resource := t.Halving.resource()
	if resource == "" {
		return true
	}
	if slices.Contains(t.Parameters, resource) {
		halving, _ := b.inner(t.block, "halving", "")
		b.Errorf(halving.Body.Attributes["resource"].Expr.Range(), fmt.Sprintf("Attribute %q is both tuned and the resource", resource),
			"It grows from round to round: take its values out, or let another resource grow.")
		return false
	}
	t.Parameters = append(t.Parameters, resource)
	return true
}

// amounts are the settings of the resource in each round among the candidates of a block;
// one without settings where the rounds do not differ in them.
func (b *binder) amounts(t *tuneBlock, c contract.Component) (list [][]setting, good bool) {
	if t.Halving == nil || t.Halving.Resource == "" {
		return [][]setting{nil}, true
	}
	at := slices.IndexFunc(c.Params, func(p contract.Param) bool { return p.Name == t.Halving.Resource })
	halving, _ := b.inner(t.block, "halving", "")
	kind, err := typed.Type(c.Params[at])
	if err != nil {
		b.Errorf(halving.DefRange(), "The resource cannot be used", "It is described wrongly: %v.", err)
		return nil, false
	}
	for _, round := range t.Rounds(len(t.candidates), 0, 0) {
		expr := halving.Body.Attributes["max_resources"].Expr
		if least := halving.Body.Attributes["min_resources"]; least != nil && round.Amount < t.Halving.Max {
			expr = least.Expr
		}
		value, ok := b.decode(cty.NumberIntVal(int64(round.Amount)), c.Params[at], kind, expr, typed.Hints{})
		if !ok {
			return nil, false
		}
		list = append(list, []setting{{name: t.Halving.Resource, value: value, expr: expr}})
	}
	return list, true
}

// Called is the name of the resource among what is tuned of a cell; empty where the
// training rows grow.
func (h *Halving) Called() string {
	if h == nil || h.Resource == "" || h.Kind == contract.KindLearner {
		return h.resource()
	}
	return string(h.Kind) + "." + h.Resource
}

func (h *Halving) resource() string {
	if h == nil {
		return ""
	}
	return h.Resource
}

// settings are what the rounds depend on.
func (h *Halving) settings() map[string]any {
	settings := map[string]any{"factor": h.Factor}
	set := func(name string, value any, is bool) {
		if is {
			settings[name] = value
		}
	}
	set("min_resources", h.Min, h.Min > 0)
	set("min_resources", "smallest", h.Smallest)
	set("max_resources", h.Max, h.Max > 0)
	set("aggressive_elimination", true, h.Aggressive)
	set("resource", h.Resource, h.Resource != "")
	return settings
}

// Round is a round of a search: how many candidates are tried, on how many of the
// training rows of a fold, and with how much of a resource that is a parameter.
type Round struct{ Candidates, Rows, Amount int }

// Rounds are those of a search among some candidates, on a fold with some training rows
// and classes: a single one on all rows without halving. Inner folds train on their share
// of the rows.
func (t *Tune) Rounds(candidates, rows, classes int) []Round {
	h := t.Halving
	if h == nil {
		return []Round{{candidates, rows, 0}}
	}
	if h.Resource != "" {
		rounds := h.rounds(candidates, h.Max, h.Least)
		for i, r := range rounds {
			rounds[i].Rows, rounds[i].Amount = rows, r.Rows
		}
		return rounds
	}
	most := rows
	if h.Max > 0 {
		most = min(most, h.Max)
	}
	return h.rounds(candidates, most, 2*t.Divisions()*classes)
}

// rounds is scikit-learn's schedule in rows, given the most there are and the fewest that
// make sense.
func (h *Halving) rounds(candidates, most, smallest int) (list []Round) {
	required := 1 + wholeLog(candidates, h.Factor)
	least := h.Min
	if least == 0 {
		least = smallest
		if !h.Smallest {
			least = max(least, most/power(h.Factor, required-1))
		}
	}
	least = max(1, min(least, most))
	possible := 1 + wholeLog(most/least, h.Factor)
	n := min(possible, required)
	if h.Aggressive {
		n = required
	}
	for i := range n {
		exponent := i
		if h.Aggressive {
			exponent = max(0, i-required+possible)
		}
		list = append(list, Round{Candidates: candidates, Rows: min(most, least*power(h.Factor, exponent))})
		candidates = (candidates + h.Factor - 1) / h.Factor
	}
	return list
}

// wholeLog is the logarithm of n to a base, without its fraction.
func wholeLog(n, base int) (exponent int) {
	for n >= base {
		n, exponent = n/base, exponent+1
	}
	return exponent
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}
