package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/syntax"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/metric"
)

// TuneParams are the attributes of a tune block besides the parameters to try.
func TuneParams() []contract.Param {
	return []contract.Param{
		{Name: "folds", Type: "number", Default: 3.0, Min: contract.Bound(2), Max: contract.Bound(1e6), Integer: true,
			Doc: "Number of inner folds; at most that of the training rows."},
		{Name: "holdout", Type: "number", Min: contract.Bound(0.05), Max: contract.Bound(0.5),
			Doc: "In place of folds: the candidates are tested once, on this share of the training rows, to the nearest twentieth, and trained on the others."},
		{Name: "draws", Type: "number", Min: contract.Bound(1), Max: contract.Bound(expression.MaxVariants), Integer: true,
			Doc: "Random search: the number of candidates to draw, by the experiment's seed, in place of all combinations."},
		{Name: "metric", Type: "any",
			Doc: "Reference to the metric whose mean over inner folds is to be best: metric.NAME. The default is the accuracy."},
	}
}

// tuneBlock is a tune block before its candidates are made.
type tuneBlock struct {
	Tune
	factors    []factor    // the values to try
	lines      [][]factor  // those of a listed grid
	amounts    [][]setting // of the resource in each round, where it is a parameter; else one without settings
	draws      *draws      // nil where all combinations are tried
	candidates [][]setting // what they set
	block      *hclsyntax.Block
}

// tuneOf decodes the tune block within a block of a type, nil without one.
func (b *binder) tuneOf(around *hclsyntax.Block, c contract.Component) (*tuneBlock, bool) {
	block, good := b.inner(around, "tune", "Join them: all combinations of the values are tried.")
	if block == nil {
		return nil, true
	}
	t := &tuneBlock{block: block, Tune: Tune{Folds: 3, Tried: map[string][]any{}}}
	own := TuneParams()
	others := lists.Filter(c.Params, func(p contract.Param) bool {
		return !slices.ContainsFunc(own, func(o contract.Param) bool { return o.Name == p.Name })
	})
	decoded := append(append(own[3:], others...), contract.Param{Name: gridAttribute}) // by what follows
	attrs, ok := b.attributes(block, schema{what: "tune", params: own[:3], blocks: []string{"halving"}}, decoded...)
	good = b.tuneDivision(t, attrs) && good && ok
	good = b.tuneMetric(t) && good
	t.Halving, ok = b.halvingOf(around, block, c)
	good = good && ok
	for _, written := range syntax.AttributesOf(block.Body) {
		named := func(p contract.Param) bool { return p.Name == written.Name }
		if at := slices.IndexFunc(c.Params, named); at >= 0 && !slices.ContainsFunc(own, named) {
			good = b.tried(t, around, written, c.Params[at]) && good
		} else if written.Name == gridAttribute {
			good = b.triedTogether(t, around, written, c.Params) && good
		}
	}
	if good && len(t.factors)+len(t.lines) == 0 {
		b.Errorf(block.DefRange(), "Nothing is tuned", "%s", typed.TriedExample(c.Params...))
		good = false
	}
	return t, good && b.grows(t) && b.crossed(t)
}

// crossed makes the candidates: all combinations, or those that are drawn.
func (b *binder) crossed(t *tuneBlock) bool {
	if t.draws != nil {
		t.candidates = t.draws.sampled(t.factors, t.lines)
		return true
	}
	n := countCombinations(t.factors, expression.MaxVariants)
	if n > expression.MaxVariants {
		b.Errorf(t.block.DefRange(), "There are too many candidates", "There are more than %d. Try fewer values, or draw some: draws = 100.",
			expression.MaxVariants)
		return false
	}
	for i := range n {
		t.candidates = append(t.candidates, combination(t.factors, i))
	}
	return true
}

// triedTogether decodes a listed grid of values that are to be tried.
func (b *binder) triedTogether(t *tuneBlock, around *hclsyntax.Block, written *hclsyntax.Attribute, params []contract.Param) bool {
	taken := setLines(around)
	within := setLines(t.block)
	for _, own := range TuneParams() {
		delete(within, own.Name)
	}
	maps.Copy(taken, within)
	optional := lists.Map(params, func(p contract.Param) contract.Param {
		p.Required = false // some combination may leave it to the block
		return p
	})
	lines, good := b.listedGrid(written, optional, taken, t.draws)
	if !good {
		return false
	}
	for _, p := range params {
		sets := func(f factor) bool { return f.options[0][0].name == p.Name }
		if slices.ContainsFunc(lines, func(line []factor) bool { return slices.ContainsFunc(line, sets) }) {
			t.Parameters = append(t.Parameters, p.Name)
		}
	}
	t.Tried = nil
	if t.draws != nil {
		t.lines = lines
		return good
	}
	f, ok := b.joined(lines, written)
	t.factors = append(t.factors, f)
	return good && ok
}

// tuneDivision takes how the training rows are divided: into folds, or once.
func (b *binder) tuneDivision(t *tuneBlock, attrs []attribute) bool {
	for _, attr := range attrs {
		switch value, _ := attr.values[0].(float64); attr.name {
		case "folds":
			t.Folds = int(value)
		case "holdout":
			t.Holdout = value
		case "draws":
			t.draws, t.Tried = &draws{seed: b.exp.Seed, n: int(value)}, nil
		}
	}
	folds, both := t.block.Body.Attributes["folds"]
	if !both || t.Holdout == 0 {
		return true
	}
	b.Errorf(folds.NameRange, "There are folds and a holdout", "Candidates are tested on inner folds, or on one share of the rows. Take one out.")
	return false
}

// tuneMetric finds the metric to tune by.
func (b *binder) tuneMetric(t *tuneBlock) bool {
	written, ok := t.block.Body.Attributes["metric"]
	if !ok {
		t.Metric = metric.Spec{Name: defaultMetric, Type: defaultMetric, Config: contract.NewConfig(nil)}
		if c, found := b.component(contract.KindMetric, defaultMetric, t.block.TypeRange); found {
			t.Metric.Config = contract.NewConfig(defaults(c))
		}
		return true
	}
	m := b.findMetric(written.Expr)
	if m == nil {
		return false
	}
	if m.IsTable() || m.PerClass() || m.OnTrain() {
		b.Errorf(written.Expr.Range(), fmt.Sprintf("Nothing can be tuned by metric %q", m.Name),
			"It must be one number, of the rows that are tested. Refer to another metric.")
		return false
	}
	t.Metric = m.Spec
	return true
}

// tried decodes the values of one parameter that are to be tried.
func (b *binder) tried(t *tuneBlock, around *hclsyntax.Block, written *hclsyntax.Attribute, p contract.Param) bool {
	if set, both := around.Body.Attributes[p.Name]; both {
		b.Errorf(written.NameRange, fmt.Sprintf("Attribute %q is both set and tuned", p.Name),
			"It is set on line %d. Take it out there or here.", set.NameRange.Start.Line)
		return false
	}
	kind, err := typed.Type(p)
	if err != nil {
		b.Errorf(written.NameRange, fmt.Sprintf("Attribute %q cannot be used", p.Name), "It is described wrongly: %v.", err)
		return false
	}
	if b.bareLearner(written.Expr, p) {
		return false
	}
	v, ok := expression.Evaluate(&b.Remarks, written.Expr, b.scopeOf(p))
	if !ok || !v.IsKnown() {
		return false
	}
	if v.Type() == expression.DistributionType {
		return b.drawn(t, v, written, p, kind)
	}
	values, exprs := listOf(v, written.Expr)
	if len(values) == 0 {
		b.Errorf(written.Expr.Range(), fmt.Sprintf("There are no values of %q to try", p.Name), "%s", typed.TriedExample(p))
		return false
	}
	attr := attribute{name: p.Name, exprs: exprs}
	good := b.decodeAll(&attr, values, p, kind)
	t.factors = append(t.factors, attr.factor())
	t.Parameters = append(t.Parameters, p.Name)
	if t.Tried != nil {
		t.Tried[p.Name] = attr.values
	}
	return good
}

// drawn takes the draws from a distribution as the values of one parameter.
func (b *binder) drawn(t *tuneBlock, v cty.Value, written *hclsyntax.Attribute, p contract.Param, kind cty.Type) bool {
	if t.draws == nil {
		b.Errorf(written.Expr.Range(), fmt.Sprintf("No values of %q are drawn", p.Name),
			"Write how many candidates to draw, for example draws = 20, or a list of values.")
		return false
	}
	attr := attribute{name: p.Name, exprs: []hclsyntax.Expression{written.Expr}}
	good := b.drawAll(&attr, v, p, kind, t.draws)
	t.factors, t.Parameters = append(t.factors, attr.factor()), append(t.Parameters, p.Name)
	return good
}

// listOf returns the elements of a list, or of grid(), logspace() or linspace(),
// and where each is written. Other values have none.
func listOf(v cty.Value, expr hclsyntax.Expression) ([]cty.Value, []hclsyntax.Expression) {
	switch {
	case v.IsNull():
		return nil, nil
	case v.Type() == expression.ChoicesType:
		values := v.EncapsulatedValue().(*expression.Choices).Values
		return values, gridArguments(expr, len(values))
	case !typed.IsSequence(v.Type()) || v.LengthInt() == 0:
		return nil, nil
	}
	values := v.AsValueSlice()
	if list, ok := expression.Bare(expr).(*hclsyntax.TupleConsExpr); ok && len(list.Exprs) == len(values) {
		return values, list.Exprs
	}
	return values, slices.Repeat([]hclsyntax.Expression{expr}, len(values))
}

// tuned makes the variants of a block with a tune block: of each combination of the
// other factors one, with the candidates that differ in what is tuned. ours sets what
// bench does with each; linked and validated check them.
func (b *binder) tuned(
	block *hclsyntax.Block, c contract.Component, name string, factors []factor, t *tuneBlock, ours func(*Instance),
) []Instance {
	var good bool
	if t.amounts, good = b.amounts(t, c); !good || b.setTwice(block, factors, t.Halving.resource()) {
		return nil
	}
	n := countCombinations(factors, expression.MaxVariants)
	if n*len(t.candidates)*len(t.amounts) > expression.MaxVariants {
		b.Errorf(block.DefRange(), "The block has too many variants",
			"With candidates there are more than %d. Split or shorten its grids.", expression.MaxVariants)
		return nil
	}
	var all []Instance
	for v := range n {
		common := combination(factors, v)
		outer := b.instance(block, c, name, common)
		for _, settings := range t.candidates {
			for _, amount := range t.amounts {
				candidate := b.instance(block, c, name, slices.Concat(common, settings, amount))
				candidate.Name = outer.Name
				ours(&candidate)
				all = append(all, candidate)
			}
		}
	}
	clean := b.linked(b.validated(all))
	if len(clean) < len(all) {
		return nil
	}
	var variants []Instance
	for group := range slices.Chunk(clean, len(t.candidates)*len(t.amounts)) {
		variant, ok := b.together(group, t)
		if !ok {
			return nil
		}
		variants = append(variants, variant)
	}
	return variants
}

// setTwice reports a resource that the factors of a block set too, in a listed grid.
func (b *binder) setTwice(block *hclsyntax.Block, factors []factor, resource string) bool {
	for _, f := range factors {
		for _, option := range f.options {
			if at := slices.IndexFunc(option, func(s setting) bool { return s.name == resource }); at >= 0 {
				b.Errorf(option[at].expr.Range(), fmt.Sprintf("Attribute %q is both set and the resource", resource),
					"It grows from round to round: take it out here, or let another resource grow.")
				return true
			}
		}
	}
	return false
}

// together makes one variant of instances that differ in the tuned parameters only, of
// each candidate one for each amount of a resource.
func (b *binder) together(group []Instance, t *tuneBlock) (Instance, bool) {
	variant := group[0]
	tune, runtimes := t.Tune, map[string]string{}
	var rounds []Candidate
	for i := range group {
		candidate := group[i]
		if candidate.Capabilities.Scores != variant.Capabilities.Scores {
			b.Errorf(t.block.DefRange(), "The candidates give different scores", "Some give %s, others %s: tune them apart.",
				variant.Capabilities.Scores, candidate.Capabilities.Scores)
			return variant, false
		}
		if variant.Component.Kind == contract.KindLearner {
			variant.Capabilities.Tasks = slices.DeleteFunc(slices.Clone(variant.Capabilities.Tasks),
				func(task contract.Task) bool { return !candidate.Capabilities.Can(task) })
		} else {
			set := slices.Concat(t.candidates[i/len(t.amounts)], t.amounts[i%len(t.amounts)])
			candidate.Name = fmt.Sprintf("%s{%s}", variant.Name, settingsText(set))
		}
		maps.Copy(runtimes, candidate.Runtimes)
		one := Candidate{Instance: &candidate, Values: valuesOf(candidate, tune.Parameters)}
		if n := len(rounds); n > 0 && string(candidate.Config) == string(rounds[n-1].Instance.Config) {
			one = rounds[n-1]
		}
		if rounds = append(rounds, one); len(rounds) < len(t.amounts) {
			continue
		}
		if len(rounds) > 1 {
			one.Rounds = rounds
		}
		tune.Candidates, rounds = append(tune.Candidates, one), nil
	}
	variant.Host.Tune, variant.Runtimes = &tune, runtimes
	return variant, true
}

// settingsText says settings, as in "C=0.1,loss=hinge".
func settingsText(settings []setting) string {
	return strings.Join(lists.Map(settings, func(s setting) string { return s.name + "=" + typed.Format(s.value) }), ",")
}

// valuesOf picks parameters of an instance's configuration.
func valuesOf(i Instance, names []string) map[string]any {
	all := i.Values()
	maps.DeleteFunc(all, func(name string, _ any) bool { return !slices.Contains(names, name) })
	return all
}
