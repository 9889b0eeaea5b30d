package prepare

import (
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// identify writes down what determines the results of a combination that trains on a
// share of the training rows, 0 for all.
func (l *lister) identify(c experiment.Combination, size float64) plan.Identity {
	i := plan.Identity{
		Protocol: contract.ProtocolVersion, Seed: l.Experiment.Seed,
		Dataset: l.part(c.Dataset), Encoder: l.part(c.Encoder), Learner: l.part(c.Learner), Reduction: l.part(c.Reduction),
		Validation: l.validation(c.Dataset, size), Train: l.Plan.ScoresTraining(), Isolated: l.Experiment.Isolated,
	}
	tunedByCosts := func(i *experiment.Instance) bool { return i.Host.Tune.Metric.CountsCosts() }
	if c.Reduction.Host.ByCost() != "" || slices.ContainsFunc(c.Tuned(), tunedByCosts) {
		i.Costs = cost.Matrix(l.dataset(c.Dataset).Table.Target.Costs).Digest()
	}
	tunedByTree := func(i *experiment.Instance) bool { return i.Host.Tune.Metric.CountsTree() }
	if usesTree(c.Reduction) != nil || slices.ContainsFunc(c.Tuned(), tunedByTree) {
		i.Tree = l.dataset(c.Dataset).Table.Target.Tree.Digest()
	}
	i.LabelNoise = l.dataset(c.Dataset).LabelNoise.String()
	if c.GivesProbabilities() && !l.dataset(c.Dataset).Table.Target.MultiLabel {
		i.SetFolds = l.Plan.SetFolds()
	}
	for name, part := range c.Encoder.Composition() {
		if i.Encoders == nil {
			i.Encoders = map[string]string{}
		}
		i.Encoders[name] = l.part(part)
	}
	for name, learner := range c.Reduction.References() {
		if i.Learners == nil {
			i.Learners = map[string]string{}
		}
		i.Learners[name] = l.part(learner)
	}
	return i
}

// validation keeps how a dataset is divided, with a share of the training rows, 0 for
// all, in the plan and returns its hash. The folds of a split file are in it by their
// digest, and those of a plugin are the same: who named them does not matter.
func (l *lister) validation(dataset *experiment.Instance, size float64) string {
	whole, d := l.Experiment.ValidationOf(dataset), l.dataset(dataset)
	key := sized{whole, size, d.given(whole)}
	hash, known := l.sizes[key]
	if !known {
		part := plan.Part{Kind: contract.KindValidation, Type: fold.Predefined, Config: contract.NewConfig(nil)}
		if d.Splits == nil {
			part = l.describe(whole)
		}
		part.Config = fold.Identified(part.Config, size, key.splits)
		hash = l.Plan.AddPart(part)
		l.sizes[key] = hash
	}
	return hash
}

// given is the digest of the folds of a split file or of a plugin, "" for others.
func (d *Dataset) given(validation *experiment.Instance) string {
	if d.Splits != nil {
		return d.Splits.SHA256
	}
	return fold.Given(validation.Component.Name, d.Table.Design)
}

// part keeps what an instance contributes to results in the plan and returns its
// hash.
func (l *lister) part(i *experiment.Instance) string {
	hash, known := l.parts[i]
	if !known {
		hash = l.Plan.AddPart(l.describe(i))
		l.parts[i] = hash
	}
	return hash
}

func (l *lister) describe(i *experiment.Instance) plan.Part {
	part := plan.Part{Kind: i.Component.Kind, Type: i.Component.Name, Config: i.Config, Host: i.Host.Config(),
		Sources: i.Sources}
	switch part.Kind {
	case contract.KindDataset:
		part.Config, part.Content = withoutFolders(i), l.dataset(i).Table.SHA256
	case contract.KindValidation:
		part.Config = fold.OfOneRepeat(i.Config)
	case contract.KindReducer:
		part.Config = i.Anonymous()
	}
	if origin := l.plugins.Origin(part.Kind, part.Type); origin.SHA256 != "" {
		origin = origin.With(i.Runtimes)
		part.Plugin = &origin
	}
	return part
}

// withoutFolders is a configuration that is the same wherever the experiment's
// folder stands: of the files that it names it keeps the last element.
func withoutFolders(i *experiment.Instance) contract.Config {
	values := i.Values()
	for _, p := range i.Component.Params {
		if path, ok := values[p.Name].(string); ok && p.Type == contract.PathType {
			values[p.Name] = filepath.Base(path)
		}
	}
	return contract.NewConfig(values)
}

// families finds the learners that train columns of each other's cells, by their parts: a
// name for all of a family.
func (l *lister) families() {
	l.family = map[string]string{}
	for _, c := range l.Experiment.Combinations {
		for _, second := range c.Reduction.Columns {
			from, to := l.familyOf(l.part(second)), l.familyOf(l.part(c.Learner))
			if from != to {
				l.family[from] = to
			}
		}
	}
}

// familyOf is the name of a learner's family, given its part.
func (l *lister) familyOf(part string) string {
	for l.family[part] != "" {
		part = l.family[part]
	}
	return part
}

// same is the first learner with the content of another: what is the same is trained once.
func (l *lister) same(learner *experiment.Instance) *experiment.Instance {
	if learner == nil {
		return nil
	}
	hash := l.part(learner)
	if l.learners[hash] == nil {
		l.learners[hash] = learner
	}
	return l.learners[hash]
}
