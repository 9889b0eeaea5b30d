package tuning

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/language/typed"
)

// Params are the attributes of a tune block besides the parameters to try.
func Params() []contract.Param {
	return []contract.Param{
		{Name: "folds", Type: "number", Default: 3.0, Min: contract.Bound(2), Max: contract.Bound(1e6), Integer: true,
			Doc: "Number of inner folds; at most that of the training rows."},
		{Name: "holdout", Type: "number", Min: contract.Bound(0.05), Max: contract.Bound(0.5),
			Doc: "Instead of folds: the candidates are tested once, on this share of the training rows, to the nearest " +
				"twentieth, and trained on the others."},
		{Name: "draws", Type: "number", Min: contract.Bound(1), Max: contract.Bound(expression.MaxVariants), Integer: true,
			Doc: "Random search: the number of candidates to sample, by the experiment's seed, instead of all combinations."},
		{Name: "metric", Type: "any",
			Doc: "Reference to the metric whose mean over inner folds is to be best: metric.NAME. The default is the accuracy."},
	}
}

// Find returns the tune block within a block, nil without one, and whether its form is right.
func Find(r *blocks.Reader, around *hclsyntax.Block) (block *hclsyntax.Block, good bool) {
	return r.Inner(around, "tune", "Join them: all combinations of the values are tried.")
}

// Read decodes the tune block within the block of a component. Candidates are judged by a
// metric, and sampled by a seed.
func Read(
	r *blocks.Reader, around, block *hclsyntax.Block, c contract.Component, by metric.Spec, seed uint64,
) (t *Block, good bool) {
	t = &Block{Reader: r, around: around, block: block, component: c,
		Rules: Rules{Folds: 3, Metric: by, Tried: map[string][]any{}}}
	own := Params()
	isOwn := func(p contract.Param) bool {
		return slices.ContainsFunc(own, func(o contract.Param) bool { return o.Name == p.Name })
	}
	parameters := lists.Filter(c.Params, func(p contract.Param) bool { return !isOwn(p) })
	elsewhere := append(append(own[3:], parameters...), contract.Param{Name: blocks.GridAttribute})
	attrs, good := t.Attributes(block, blocks.Schema{What: "tune", Params: own[:3], Blocks: []string{halvingBlock}},
		elsewhere...)
	good = t.division(attrs, seed) && good
	good = t.halving() && good
	for _, written := range syntax.AttributesOf(block.Body) {
		named := func(p contract.Param) bool { return p.Name == written.Name }
		if at := slices.IndexFunc(parameters, named); at >= 0 {
			good = t.values(written, parameters[at]) && good
		} else if written.Name == blocks.GridAttribute {
			good = t.grid(written) && good
		}
	}
	if good && len(t.factors)+len(t.lines) == 0 {
		t.Errorf(mistake.BadTuning, block.DefRange(), "Nothing is tuned", "%s", typed.TriedExample(c.Params...))
		good = false
	}
	return t, good && t.grows() && t.cross()
}

// division takes how the training rows are divided: into folds, or once.
func (t *Block) division(attrs []blocks.Attribute, seed uint64) bool {
	for _, attr := range attrs {
		switch value, _ := attr.Values[0].(float64); attr.Name {
		case "folds":
			t.Folds = int(value)
		case "holdout":
			t.Holdout = value
		case "draws":
			t.draws, t.Tried = &blocks.Draws{Seed: seed, N: int(value)}, nil
		}
	}
	folds, both := t.block.Body.Attributes["folds"]
	if !both || t.Holdout == 0 {
		return true
	}
	t.Errorf(mistake.Conflict, folds.NameRange, "folds and holdout are mutually exclusive",
		"Candidates are tested on inner folds, or on one share of the rows. Remove one of the two.")
	return false
}

// values decodes the values of one parameter that are to be tried.
func (t *Block) values(written *hclsyntax.Attribute, p contract.Param) bool {
	if set, both := t.around.Body.Attributes[p.Name]; both {
		t.Errorf(mistake.Duplicate, written.NameRange, fmt.Sprintf("Attribute %q is both set and tuned", p.Name),
			"It is set on line %d. Remove it there or here.", set.NameRange.Start.Line)
		return false
	}
	kind, err := typed.Type(p)
	if err != nil {
		t.Errorf(mistake.BadTuning, written.NameRange, fmt.Sprintf("Attribute %q cannot be used", p.Name),
			"Its schema is wrong: %v.", err)
		return false
	}
	if t.BareLearner(written.Expr, p) {
		return false
	}
	v, ok := expression.Evaluate(&t.Remarks, written.Expr, t.ScopeOf(p))
	if !ok || !v.IsKnown() {
		return false
	}
	if v.Type() == expression.DistributionType {
		return t.sample(v, written, p, kind)
	}
	values, exprs := blocks.ListOf(v, written.Expr)
	if len(values) == 0 {
		t.Errorf(mistake.BadTuning, written.Expr.Range(),
			fmt.Sprintf("There are no values of %q to try", p.Name), "%s", typed.TriedExample(p))
		return false
	}
	attr := blocks.Attribute{Name: p.Name, Exprs: exprs}
	good := t.DecodeAll(&attr, values, p, kind)
	t.factors = append(t.factors, attr.Factor())
	t.Parameters = append(t.Parameters, p.Name)
	if t.Tried != nil {
		t.Tried[p.Name] = attr.Values
	}
	return good
}

// sample takes random samples from a distribution as the values of one parameter.
func (t *Block) sample(v cty.Value, written *hclsyntax.Attribute, p contract.Param, kind cty.Type) bool {
	if t.draws == nil {
		t.Errorf(mistake.BadTuning, written.Expr.Range(),
			fmt.Sprintf("%q has a distribution, and nothing is sampled", p.Name),
			"Write how many candidates to sample, for example draws = 20, or a list of values.")
		return false
	}
	attr := blocks.Attribute{Name: p.Name, Exprs: []hclsyntax.Expression{written.Expr}}
	good := t.DrawAll(&attr, v, p, kind, t.draws)
	t.factors, t.Parameters = append(t.factors, attr.Factor()), append(t.Parameters, p.Name)
	return good
}

// grid decodes a listed grid of values that are to be tried.
func (t *Block) grid(written *hclsyntax.Attribute) bool {
	taken, within := blocks.SetLines(t.around), blocks.SetLines(t.block)
	for _, own := range Params() {
		delete(within, own.Name)
	}
	maps.Copy(taken, within)
	optional := lists.Map(t.component.Params, func(p contract.Param) contract.Param {
		p.Required = false // some combination may leave it to the block
		return p
	})
	lines, good := t.ListedGrid(written, optional, taken, t.draws)
	if !good {
		return false
	}
	for _, p := range t.component.Params {
		sets := func(f blocks.Factor) bool { return f.Options[0][0].Name == p.Name }
		if slices.ContainsFunc(lines, func(line []blocks.Factor) bool { return slices.ContainsFunc(line, sets) }) {
			t.Parameters = append(t.Parameters, p.Name)
		}
	}
	t.Tried = nil
	if t.draws != nil {
		t.lines = lines
		return true
	}
	f, good := t.Joined(lines, written)
	t.factors = append(t.factors, f)
	return good
}

// cross makes the candidates: all combinations, or those that are sampled.
func (t *Block) cross() bool {
	if t.draws != nil {
		t.candidates = t.draws.Sampled(t.factors, t.lines)
		return true
	}
	n := blocks.CountCombinations(t.factors, expression.MaxVariants)
	if n > expression.MaxVariants {
		t.Errorf(mistake.TooLarge, t.block.DefRange(), "There are too many candidates",
			"There are more than %d. Try fewer values, or sample some: draws = 100.", expression.MaxVariants)
		return false
	}
	for i := range n {
		t.candidates = append(t.candidates, blocks.Combination(t.factors, i))
	}
	return true
}

// At is where the block is written.
func (t *Block) At() *hclsyntax.Block { return t.block }

// Trials are what the candidates of a block with some factors set, one after the other,
// each in all rounds that differ in what is set.
func (t *Block) Trials(factors []blocks.Factor) (trials [][]blocks.Setting, rounds int, good bool) {
	amounts, good := t.amounts()
	if !good || t.setTwice(factors) {
		return nil, 0, false
	}
	for _, settings := range t.candidates {
		for _, amount := range amounts {
			trials = append(trials, slices.Concat(settings, amount))
		}
	}
	return trials, len(amounts), true
}
