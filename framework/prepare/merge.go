package prepare

import "github.com/manyclass/bench/framework/plan"

// Merge joins the resolved experiments of an experiment's parts: one at least.
// Blocks, metrics, tables and combinations come in the order of the parts, each
// once. Blocks of one name that differ are an error, in which names stand for
// the parts.
func Merge(parts []Resolved, names []string) (Resolved, error) {
	merged := Resolved{Name: parts[0].Name, Title: parts[0].Title, Seed: parts[0].Seed, Validation: parts[0].Validation}
	join := plan.NewJoin(names)
	for i, r := range parts {
		join.New(i, "the seed", r.Seed)
		join.New(i, "the validation block", r.Validation)
		for _, kind := range []struct {
			name string
			from []ResolvedBlock
			into *[]ResolvedBlock
		}{
			{"dataset", r.Datasets, &merged.Datasets}, {"encoder", r.Encoders, &merged.Encoders},
			{"learner", r.Learners, &merged.Learners}, {"reduction", r.Reductions, &merged.Reductions},
		} {
			for _, b := range kind.from {
				if join.New(i, kind.name+" "+b.Name, b) {
					*kind.into = append(*kind.into, b)
				}
			}
		}
		for _, m := range r.Metrics {
			if join.New(i, "metric "+m.Name, m) {
				merged.Metrics = append(merged.Metrics, m)
			}
		}
		for _, t := range r.Tables {
			if join.New(i, "table "+t.Name, t) {
				merged.Tables = append(merged.Tables, t)
			}
		}
		for _, c := range r.Combinations {
			if join.New(i, "combination "+c[0]+"/"+c[1]+"/"+c[2]+"/"+c[3], c) {
				merged.Combinations = append(merged.Combinations, c)
			}
		}
		if r.Codes != nil && merged.Codes == nil {
			merged.Codes = []ResolvedCode{}
		}
		for _, c := range r.Codes {
			if join.New(i, "the code of reduction "+c.Reduction+" on dataset "+c.Dataset, c) {
				merged.Codes = append(merged.Codes, c)
			}
		}
	}
	return merged, join.Err
}
