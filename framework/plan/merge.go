package plan

import (
	"encoding/json"
	"fmt"
)

// Merge joins the plans of an experiment's parts: one at least. Datasets,
// metrics, tables and cells come in the order of the plans, each once.
// FitsRequested counts the problems of all cells; FitsDistinct is 0, since a
// merged plan trains nothing. What two plans say differently is an error, in
// which names stand for the plans.
func Merge(plans []*Plan, names []string) (*Plan, error) {
	merged := &Plan{Experiment: plans[0].Experiment, Title: plans[0].Title, Seed: plans[0].Seed}
	datasets, metrics, tables, cells := NewJoin(names), NewJoin(names), NewJoin(names), NewJoin(names)
	for i, p := range plans {
		switch {
		case p.Experiment != merged.Experiment:
			return nil, fmt.Errorf("%s holds experiment %q, %s holds %q", names[0], merged.Experiment, names[i], p.Experiment)
		case p.Seed != merged.Seed:
			return nil, fmt.Errorf("%s has the seed %d, %s has %d", names[0], merged.Seed, names[i], p.Seed)
		}
		for _, d := range p.Datasets {
			said := d
			said.SHA256 = "" // the content counts, not its file
			if datasets.New(i, "dataset "+d.Name, said) {
				merged.Datasets = append(merged.Datasets, d)
			}
		}
		for _, m := range p.Metrics {
			if metrics.New(i, "metric "+m.Name, m) {
				merged.Metrics = append(merged.Metrics, m)
			}
		}
		for _, t := range p.Tables {
			if tables.New(i, "table "+t.Name, t) {
				merged.Tables = append(merged.Tables, t)
			}
		}
		for _, c := range p.Cells {
			if cells.New(i, "cell "+c.Name(), c) {
				merged.Cells = append(merged.Cells, c)
				if c.Skipped == "" {
					merged.FitsRequested += c.Problems
				}
			}
		}
	}
	for _, j := range []*Join{datasets, metrics, tables, cells} {
		if j.Err != nil {
			return nil, j.Err
		}
	}
	return merged, nil
}

// Join tells what is new among the parts of a list, and what two parts say
// differently.
type Join struct {
	Err error // the first disagreement

	names []string
	first map[string]said
}

// said is a thing as the first part that has it says it.
type said struct {
	part int
	json string
}

// NewJoin starts a list whose parts have these names.
func NewJoin(names []string) *Join { return &Join{names: names, first: map[string]said{}} }

// New reports whether no part has said a thing before, by its name. A thing
// that was said with another content is a disagreement.
func (j *Join) New(part int, name string, content any) bool {
	b, err := json.Marshal(content)
	if err != nil {
		panic(fmt.Sprintf("plan: %s: %v", name, err))
	}
	before, known := j.first[name]
	if !known {
		j.first[name] = said{part, string(b)}
		return true
	}
	if before.json != string(b) && j.Err == nil {
		j.Err = fmt.Errorf("%s is not the same in %s and %s", name, j.names[before.part], j.names[part])
	}
	return false
}
