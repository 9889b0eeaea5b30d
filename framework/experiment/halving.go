package experiment

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
)

// Halving says how candidates are dropped on the way: all are tried on few training
// rows, the best of them on more. (Jamieson & Talwalkar, Non-stochastic best arm
// identification and hyperparameter optimization, AISTATS 2016; as scikit-learn's
// HalvingGridSearchCV with training rows as the resource.)
type Halving struct {
	Factor     int  // one in so many candidates is kept, on so many times the rows
	Smallest   bool // the first round has as few rows as it may; else the last has as many as it can
	Min, Max   int  // rows of the first round at least, and of the last at most; 0 where they are not written
	Aggressive bool // candidates are dropped on few rows until what is left fits
}

// HalvingParams are the attributes of a halving block.
func HalvingParams() []contract.Param {
	return []contract.Param{
		{Name: "factor", Type: "number", Default: 3.0, Min: contract.Bound(2), Max: contract.Bound(1000), Integer: true,
			Doc: "One in so many candidates is kept after a round, and the next has so many times the rows."},
		{Name: "min_resources", Type: "any", Default: "exhaust", OneOf: []string{"exhaust", "smallest"},
			Min: contract.Bound(1), Max: contract.Bound(1e9), Integer: true,
			Doc: "Training rows of the first round: a number, 2 for each class and inner fold (smallest), or so many that the last round has as many as it can (exhaust)."},
		{Name: "max_resources", Type: "number", Min: contract.Bound(1), Max: contract.Bound(1e9), Integer: true,
			Doc: "Training rows of the last round at most. The default is all."},
		{Name: "aggressive_elimination", Type: "bool", Default: false,
			Doc: "Where the rows do not allow as many rounds as the candidates need, repeats rounds on the fewest rows until less than factor candidates are left for the last one."},
	}
}

// halvingOf decodes the halving block within a tune block, nil without one.
func (b *binder) halvingOf(tune *hclsyntax.Block) (*Halving, bool) {
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
			h.Smallest = value == "smallest"
		case float64:
			*map[string]*int{"factor": &h.Factor, "min_resources": &h.Min, "max_resources": &h.Max}[attr.name] = int(value)
		}
	}
	if ok && h.Max > 0 && h.Min > h.Max {
		b.Errorf(block.Body.Attributes["max_resources"].Expr.Range(), "The last round has fewer rows than the first",
			"min_resources is %d: max_resources must be as large.", h.Min)
		ok = false
	}
	return h, good && ok
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
	return settings
}

// Round is a round of a search: how many candidates are tried, on how many of the
// training rows of a fold.
type Round struct{ Candidates, Rows int }

// Rounds are those of a search among some candidates, on a fold with some training rows
// and classes: a single one on all rows without halving. Inner folds train on their share
// of the rows.
func (t *Tune) Rounds(candidates, rows, classes int) []Round {
	if t.Halving == nil {
		return []Round{{candidates, rows}}
	}
	return t.Halving.rounds(candidates, rows, 2*t.Divisions()*classes)
}

// rounds is scikit-learn's schedule, given the fewest rows that make sense.
func (h *Halving) rounds(candidates, rows, smallest int) (list []Round) {
	most := rows
	if h.Max > 0 {
		most = min(most, h.Max)
	}
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
		list = append(list, Round{candidates, min(most, least*power(h.Factor, exponent))})
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
