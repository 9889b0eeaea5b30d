package folder

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
)

// mergeExperiments joins the resolved experiments of an experiment's parts, whose plans agree
// (see plan.Merge): one at least. Blocks, metrics, tables, combinations and codes
// come in the order of the parts, each once; of validation blocks see joinValidation.
// Codes that differ, which other plugins may draw, are an error, in which names mean
// the parts.
func mergeExperiments(parts []Experiment, names []string) (Experiment, error) {
	merged := parts[0]
	for i, r := range parts {
		for _, c := range r.Codes {
			j, first := firstCode(parts, c.key())
			if first.Design != c.Design || first.Classes != c.Classes || !slices.Equal(first.Rows, c.Rows) {
				return merged, fmt.Errorf("the code of reduction %s on dataset %s is not the same in %s and %s", c.Reduction,
					c.Dataset, names[j], names[i])
			}
		}
		merged.Validation = joinValidation(merged.Validation, r.Validation)
		name := func(b Block) string { return b.Name }
		merged.Datasets = joinOwn(join(merged.Datasets, r.Datasets, name), r.Datasets)
		merged.Encoders = join(merged.Encoders, r.Encoders, name)
		merged.Learners = join(merged.Learners, r.Learners, name)
		merged.Reductions = join(merged.Reductions, r.Reductions, name)
		merged.Metrics = join(merged.Metrics, r.Metrics, func(m metric.Spec) string { return m.Name })
		merged.Tables = join(merged.Tables, r.Tables, func(t plan.Table) string { return t.Name })
		merged.Comparisons = join(merged.Comparisons, r.Comparisons, func(c plan.Comparison) string { return c.Name })
		merged.Curves = join(merged.Curves, r.Curves, func(c plan.Curve) string { return c.Name })
		merged.Combinations = join(merged.Combinations, r.Combinations, func(c [4]string) [4]string { return c })
		merged.Codes = join(merged.Codes, r.Codes, Code.key)
	}
	return merged, nil
}

// joinValidation joins validation blocks, which may differ in the number of repeats: that
// with the most counts, with the train_sizes of both.
func joinValidation(a, b Block) Block {
	sizes := fold.JoinSizes(a.Config, b.Config)
	if fold.Repeats(b.Config) > fold.Repeats(a.Config) {
		a, sizes = b, fold.JoinSizes(b.Config, sizes)
	}
	a.Config = sizes
	return a
}

// joinOwn joins the datasets' own validation blocks with those of more datasets.
func joinOwn(list, more []Block) []Block {
	list = slices.Clone(list)
	for i, d := range list {
		same := slices.IndexFunc(more, func(o Block) bool { return o.Name == d.Name })
		if same < 0 || d.Validation == nil || more[same].Validation == nil {
			continue
		}
		own := joinValidation(*d.Validation, *more[same].Validation)
		list[i].Validation = &own
	}
	return list
}

// firstCode finds a code in the first part that has it.
func firstCode(parts []Experiment, key [2]string) (int, Code) {
	for i, r := range parts {
		for _, c := range r.Codes {
			if c.key() == key {
				return i, c
			}
		}
	}
	panic(fmt.Sprintf("prepare: no part has the code of %v", key))
}

// join appends what is not in a list, as a key says.
func join[T any, K comparable](list, more []T, key func(T) K) []T {
	list = slices.Clip(list)
	for _, one := range more {
		if !slices.ContainsFunc(list, func(old T) bool { return key(old) == key(one) }) {
			list = append(list, one)
		}
	}
	return list
}
