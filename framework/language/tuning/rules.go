// Package tuning decodes tune blocks: which values of parameters are tried, and how the
// best of them is found.
package tuning

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/blocks"
)

// Rules say how candidates are made and judged: for each outer fold and combination, by a
// metric on decoded predictions of inner test rows.
type Rules struct {
	Folds   int         // inner folds, at least 2
	Holdout float64     // the share of rows that are tested once, in place of folds; 0 with folds
	Halving *Halving    // nil where all candidates are tried on all training rows
	Metric  metric.Spec // the mean over inner folds counts
	// Parameters are those that are tuned, in file order. Tried holds the values of
	// each, where the candidates are all combinations of them; else it is nil.
	Parameters []string
	Tried      map[string][]any
}

// Block is a tune block.
type Block struct {
	Rules
	*blocks.Reader

	around, block *hclsyntax.Block
	component     contract.Component
	factors       []blocks.Factor    // the values to try
	lines         [][]blocks.Factor  // those of a listed grid
	draws         *blocks.Draws      // nil where all combinations are tried
	candidates    [][]blocks.Setting // what they set
}

// Halving drops candidates from round to round: all are tried with a small amount of a
// resource, the best of them with more. (Jamieson & Talwalkar, Non-stochastic best arm
// identification and hyperparameter optimization, AISTATS 2016; as scikit-learn's
// HalvingGridSearchCV.)
type Halving struct {
	Factor     int  // each round keeps 1 / Factor of the candidates, with Factor times the resource
	Smallest   bool // the first round has the smallest amount; else the last has the largest possible
	Min, Max   int  // amounts of the first and of the last round; 0 where they are not written
	Aggressive bool // rounds with the smallest amount are repeated until the rest fits
	// Resource is the parameter that grows, of a component of some kind, and Least the
	// smallest value that it takes; empty and 0 where the training rows grow.
	Resource string
	Kind     contract.Kind
	Least    int
}

// Round is a round of a search: how many candidates are tried, on how many of the
// training rows of a fold, and with how much of a resource that is a parameter.
type Round struct{ Candidates, Rows, Amount int }

// Rounds are those of a search among some candidates, on a fold with some training rows
// and classes: a single one on all rows without halving. Inner folds train on their share
// of the rows.
func (t *Rules) Rounds(candidates, rows, classes int) []Round {
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

// Alike reports whether two rules judge candidates in the same way.
func (t *Rules) Alike(o *Rules) bool {
	halved := t.Halving == o.Halving || t.Halving != nil && o.Halving != nil && *t.Halving == *o.Halving
	return halved && t.Folds == o.Folds && t.Holdout == o.Holdout && t.Metric.Type == o.Metric.Type &&
		string(t.Metric.Config) == string(o.Metric.Config)
}

// Divisions counts how often a candidate is trained and tested.
func (t *Rules) Divisions() int {
	if t.Holdout > 0 {
		return 1
	}
	return t.Folds
}

// Settings are what the result depends on. Of equally good candidates the first
// wins, hence the list of parameters. candidates holds their values, which count where Tried is nil.
func (t *Rules) Settings(candidates []map[string]any) map[string]any {
	by := map[string]any{"type": t.Metric.Type, "config": t.Metric.Config}
	if t.Metric.Plugin != nil {
		by["plugin"] = t.Metric.Plugin.Part
	}
	settings := map[string]any{"metric": by, "parameters": t.Parameters}
	if t.Tried != nil {
		settings["values"] = t.Tried
	} else {
		settings["candidates"] = candidates
	}
	if t.Halving != nil {
		settings["halving"] = t.Halving.settings()
	}
	if t.Holdout > 0 {
		settings["holdout"] = t.Holdout
	} else {
		settings["folds"] = t.Folds
	}
	return settings
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

// Called is the name of the resource among what is tuned of a cell; empty where the
// training rows grow.
func (h *Halving) Called() string {
	if h == nil || h.Resource == "" || h.Kind == contract.KindLearner {
		return h.Named()
	}
	return string(h.Kind) + "." + h.Resource
}

// Named is the parameter that grows; empty where the training rows do.
func (h *Halving) Named() string {
	if h == nil {
		return ""
	}
	return h.Resource
}
