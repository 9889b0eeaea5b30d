package seal

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
)

// Planned is what a seal holds of an experiment: all that decides which numbers its
// comparisons come from, and nothing else. It is made from the bound experiment, so that
// comments, formatting, titles, labels and how a table is printed do not matter.
type Planned struct {
	Experiment  string            `json:"experiment"`
	Comparisons []plan.Comparison `json:"comparisons"`
	Tables      []plan.Table      `json:"tables"` // those of the file, and those that bench adds
	Metrics     []metric.Spec     `json:"metrics"`
	// Sets says which prediction sets are made; nil for none.
	Sets     *conformal.Settings `json:"conformal,omitempty"`
	Datasets []Dataset           `json:"datasets"`
	// Combinations are those of the cells that comparisons are of.
	Combinations []Combination            `json:"combinations"`
	Identities   map[string]plan.Identity `json:"identities"`
	Parts        map[string]plan.Part     `json:"parts"`
}

// Dataset is one that the experiment reads, by its content.
type Dataset struct {
	Name    string `json:"name"`
	Rows    int    `json:"rows"`
	Content string `json:"content"` // digest of the table
}

// Combination is a method on a dataset.
type Combination struct {
	Dataset   string `json:"dataset"`
	Encoder   string `json:"encoder"`
	Learner   string `json:"learner"`
	Reduction string `json:"reduction"`
	Identity  string `json:"identity"`
	Repeats   int    `json:"repeats"`
	Folds     int    `json:"folds"` // of all repeats
}

// names is the combination as plans name it.
func (c Combination) names() plan.Combination {
	return plan.Combination{Dataset: c.Dataset, Encoder: c.Encoder, Learner: c.Learner, Reduction: c.Reduction}
}

// Of is what a plan plans.
func Of(p *plan.Plan) Planned {
	main := p.Main()
	sealed := Planned{Experiment: p.Experiment, Comparisons: slices.Clone(p.Comparisons), Sets: p.Sets}
	for _, t := range main.AllTables() {
		sealed.Tables = append(sealed.Tables, unprinted(t))
	}
	for _, m := range p.Metrics {
		if m.Plugin != nil {
			plugin := *m.Plugin
			plugin.Part = "" // a digest of its code
			m.Plugin = &plugin
		}
		sealed.Metrics = append(sealed.Metrics, m)
	}
	for _, d := range p.Datasets {
		sealed.Datasets = append(sealed.Datasets, Dataset{d.Name, d.Rows, d.Content})
	}
	sealed.combine(main)
	return sealed
}

// combine lists the combinations of the cells.
func (s *Planned) combine(p *plan.Plan) {
	kept := plan.Plan{}
	at, known := map[plan.Combination]int{}, map[string]string{}
	for _, c := range p.Cells {
		names := c.Combination
		names.TrainSize = 0
		i, listed := at[names]
		if !listed {
			identity, done := known[c.Identity]
			if !done {
				identity = kept.Add(bare(p, p.Identities[c.Identity], &kept))
				known[c.Identity] = identity
			}
			i = len(s.Combinations)
			at[names] = i
			s.Combinations = append(s.Combinations, Combination{Dataset: c.Dataset, Encoder: c.Encoder,
				Learner: c.Learner, Reduction: c.Reduction, Identity: identity})
		}
		s.Combinations[i].Repeats = max(s.Combinations[i].Repeats, c.Repeat+1)
		s.Combinations[i].Folds++
	}
	s.Identities, s.Parts = kept.Identities, kept.Parts
}

// bare is an identity without what is not planned: the code of plugins, the protocol, whether
// training rows are scored and how times are measured. Its parts are put into another plan.
func bare(p *plan.Plan, i plan.Identity, into *plan.Plan) plan.Identity {
	part := func(hash string) string {
		part, known := p.Parts[hash]
		if !known {
			return ""
		}
		part.Plugin, part.Sources = nil, nil
		return into.AddPart(part)
	}
	parts := func(named map[string]string) map[string]string {
		var all map[string]string
		for name, hash := range named {
			if all == nil {
				all = map[string]string{}
			}
			all[name] = part(hash)
		}
		return all
	}
	i.Protocol, i.Train, i.SetFolds, i.Isolated = 0, false, 0, false
	i.Dataset, i.Encoder, i.Learner = part(i.Dataset), part(i.Encoder), part(i.Learner)
	i.Reduction, i.Validation = part(i.Reduction), part(i.Validation)
	i.Learners, i.Encoders = parts(i.Learners), parts(i.Encoders)
	return i
}

// unprinted is a table without how it is printed.
func unprinted(t plan.Table) plan.Table {
	t.Print = plan.Print{}
	return t
}

// Digest is that of what is planned, hex: plans that are alike share it.
func (s Planned) Digest() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("seal: %v", err))
	}
	return hexSum(b)
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// plan is what packages of plans compare.
func (s Planned) plan() *plan.Plan {
	return &plan.Plan{Provenance: plan.Provenance{Identities: s.Identities, Parts: s.Parts}}
}

// sorted are plugins by name.
func sorted(plugins []service.Origin) []service.Origin {
	plugins = slices.Clone(plugins)
	slices.SortStableFunc(plugins, func(a, b service.Origin) int { return cmp.Compare(a.Name, b.Name) })
	return plugins
}
