package plan

import (
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Named is a part under the name that cells, tables and files give it.
type Named struct {
	Name string
	Part
	// Learners holds the learners that a reduction refers to, by parameter.
	Learners map[string]Part
	// LabelNoise is how training rows of a dataset are given wrong classes, "" if they are not.
	LabelNoise string
}

// Named lists the datasets, encoders, learners or reductions of the cells, in
// order of appearance. Validation methods are named by their divisions.
func (p *Plan) Named(kind contract.Kind) []Named {
	var list []Named
	for _, c := range p.Cells {
		i, known := p.Identities[c.Identity]
		name, hash := c.of(kind, i)
		if !known || slices.ContainsFunc(list, func(n Named) bool { return n.Name == name }) {
			continue
		}
		n := Named{Name: name, Part: p.Parts[hash]}
		if kind == contract.KindDataset {
			n.LabelNoise = i.LabelNoise
		}
		for parameter, learner := range i.Learners {
			if kind != contract.KindReducer {
				break
			}
			if n.Learners == nil {
				n.Learners = map[string]Part{}
			}
			n.Learners[parameter] = p.Parts[learner]
		}
		list = append(list, n)
	}
	return list
}

// Called is what the cell calls its dataset, encoder, learner or reduction.
func (c Cell) Called(kind contract.Kind) string {
	name, _ := c.of(kind, Identity{})
	return name
}

// of returns what a cell calls its part of a kind, and the part's hash.
func (c Cell) of(kind contract.Kind, i Identity) (name, hash string) {
	switch kind {
	case contract.KindDataset:
		return c.Dataset, i.Dataset
	case contract.KindEncoder:
		return c.Encoder, i.Encoder
	case contract.KindLearner:
		return c.Learner, i.Learner
	case contract.KindReducer:
		return c.Reduction, i.Reduction
	case contract.KindValidation:
		return c.Division(), i.Validation
	}
	panic("plan: cells have no " + string(kind))
}

// Origins lists the plugins that take part in an identity, by its hash, each once.
func (p *Plan) Origins(identity string) []service.Origin {
	var list []service.Origin
	for _, part := range p.Identities[identity].Parts() {
		if origin := p.Parts[part].Plugin; origin != nil && !slices.ContainsFunc(list, origin.Same) {
			list = append(list, *origin)
		}
	}
	return list
}

// Plugins lists what offers the parts and divides the rows, sorted by name and digest: each plugin once,
// with the versions that matter under any configuration.
func (p *Plan) Plugins() []service.Origin {
	var list []service.Origin
	for _, hash := range slices.Sorted(maps.Keys(p.Parts)) {
		if plugin := p.Parts[hash].Plugin; plugin != nil {
			list = service.Join(list, *plugin)
		}
	}
	for _, d := range p.Datasets {
		if d.Splitter != nil && d.Splitter.Plugin != nil {
			list = service.Join(list, *d.Splitter.Plugin)
		}
	}
	slices.SortStableFunc(list, service.Origin.Compare)
	return list
}

// Division names how the rows of a dataset are divided: plans that give it the same
// name test the same rows together in every repeat and fold that both have. It is
// "" where the plan does not say.
func (p *Plan) Division(dataset string) string {
	for _, c := range p.Cells {
		if i, known := p.Identities[c.Identity]; known && c.Dataset == dataset {
			return hash([]any{i.Protocol, i.Seed, i.Dataset, p.wholeOf(i.Validation)})
		}
	}
	return ""
}
