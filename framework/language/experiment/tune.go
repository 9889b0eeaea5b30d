package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/tuning"
)

// tuneOf decodes the tune block within a block of a type, nil without one.
func (b *binder) tuneOf(around *hclsyntax.Block, c contract.Component) (*tuning.Block, bool) {
	block, good := tuning.Find(b.Reader, around)
	if block == nil {
		return nil, true
	}
	by, ok := b.tuneMetric(block)
	t, tunable := tuning.Read(b.Reader, around, block, c, by, b.exp.Seed)
	return t, good && ok && tunable
}

// tuneMetric finds the metric to tune by.
func (b *binder) tuneMetric(tune *hclsyntax.Block) (by metric.Spec, good bool) {
	written, ok := tune.Body.Attributes["metric"]
	if !ok {
		by = metric.Spec{Name: defaultMetric, Type: defaultMetric, Config: contract.NewConfig(nil)}
		if c, found := b.component(contract.KindMetric, defaultMetric, tune.TypeRange); found {
			by.Config = contract.NewConfig(defaults(c))
		}
		return by, true
	}
	m := b.FindMetric(written.Expr)
	if m == nil {
		return by, false
	}
	if m.IsTable() || m.PerClass() || m.OnTrain() {
		b.Errorf(mistake.BadTuning, written.Expr.Range(), fmt.Sprintf("Nothing can be tuned by metric %q", m.Name),
			"It must be one number, of the rows that are tested. Refer to another metric.")
		return by, false
	}
	return *m, true
}

// tuned makes the variants of a block with a tune block: of each combination of the
// other factors one, with the candidates that differ in what is tuned. ours sets what
// bench does with each; linked and validated check them.
func (b *binder) tuned(block *hclsyntax.Block, c contract.Component, name string, factors []blocks.Factor,
	t *tuning.Block, ours func(*Instance)) []Instance {
	trials, rounds, good := t.Trials(factors)
	if !good {
		return nil
	}
	n := blocks.CountCombinations(factors, expression.MaxVariants)
	if n*len(trials) > expression.MaxVariants {
		b.Errorf(mistake.TooLarge, block.DefRange(), "The block has too many variants",
			"With candidates there are more than %d. Split or shorten its grids.", expression.MaxVariants)
		return nil
	}
	var all []Instance
	for v := range n {
		common := blocks.Combination(factors, v)
		outer := b.instance(block, c, name, common)
		for _, settings := range trials {
			candidate := b.instance(block, c, name, slices.Concat(common, settings))
			candidate.Name = outer.Name
			ours(&candidate)
			all = append(all, candidate)
		}
	}
	clean := b.linked(b.validated(all))
	if len(clean) < len(all) {
		return nil
	}
	var variants []Instance
	for group := range slices.Chunk(clean, len(trials)) {
		variant, ok := b.together(group, t, trials, rounds)
		if !ok {
			return nil
		}
		variants = append(variants, variant)
	}
	return variants
}

// together makes one variant of instances that differ in the tuned parameters only, of
// each candidate one for each amount of a resource.
func (b *binder) together(group []Instance, t *tuning.Block, trials [][]blocks.Setting, amounts int) (Instance, bool) {
	variant := group[0]
	tune, runtimes := Tune{Rules: t.Rules}, map[string]string{}
	var rounds []Candidate
	for i := range group {
		candidate := group[i]
		if candidate.Capabilities.Scores != variant.Capabilities.Scores {
			b.Errorf(mistake.BadTuning, t.At().DefRange(), "The candidates give different scores",
				"Some give %s, others %s: tune them separately.",
				variant.Capabilities.Scores, candidate.Capabilities.Scores)
			return variant, false
		}
		if variant.Component.Kind == contract.KindLearner {
			variant.Capabilities.Tasks = slices.DeleteFunc(slices.Clone(variant.Capabilities.Tasks),
				func(task contract.Task) bool { return !candidate.Capabilities.Can(task) })
		} else {
			candidate.Name = fmt.Sprintf("%s{%s}", variant.Name, blocks.SettingsText(trials[i]))
		}
		maps.Copy(runtimes, candidate.Runtimes)
		one := Candidate{Instance: &candidate, Values: valuesOf(candidate, tune.Parameters)}
		if n := len(rounds); n > 0 && string(candidate.Config) == string(rounds[n-1].Instance.Config) {
			one = rounds[n-1]
		}
		if rounds = append(rounds, one); len(rounds) < amounts {
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

// valuesOf picks parameters of an instance's configuration.
func valuesOf(i Instance, names []string) map[string]any {
	all := i.Values()
	maps.DeleteFunc(all, func(name string, _ any) bool { return !slices.Contains(names, name) })
	return all
}
