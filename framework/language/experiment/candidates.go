package experiment

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

// Design is the configuration of a reduction without what only decoders read and
// without the names of learners.
func (i *Instance) Design() contract.Config {
	return i.without(func(p contract.Param) bool { return p.Decoding || p.Type == contract.LearnerType })
}

// Anonymous is the configuration without the names of learners.
func (i *Instance) Anonymous() contract.Config {
	isReference := func(p contract.Param) bool { return p.Type == contract.LearnerType }
	if !slices.ContainsFunc(i.Component.Params, isReference) {
		return i.Config
	}
	return i.without(isReference)
}

// without is the configuration without some of its parameters.
func (i *Instance) without(drop func(contract.Param) bool) contract.Config {
	values := i.Values()
	for _, p := range i.Component.Params {
		if drop(p) {
			delete(values, p.Name)
		}
	}
	return contract.NewConfig(values)
}

// Own is the configuration of a splitter or an encoder as its plugin gets it.
func (i *Instance) Own() contract.Config {
	obeyed := contract.TrainSizes.Name
	if i.Component.Kind == contract.KindEncoder {
		obeyed = contract.FitFolds.Name
	}
	values := i.Values()
	delete(values, obeyed)
	return contract.NewConfig(values)
}

// FitFolds is the number of folds that an encoder of a plugin is fitted without, 0 where the
// file does not say.
func (i *Instance) FitFolds() int {
	folds, _ := i.Values()[contract.FitFolds.Name].(float64)
	return int(folds)
}

// mayHaveLabels reports whether the rows of a dataset may have labels, as far as
// its block tells: it says so, or its file may.
func (i *Instance) mayHaveLabels() bool {
	values := i.Values()
	_, xml := values["labels_xml"]
	target, list := values["target"].([]any)
	text := func(name string) string {
		s, _ := values[name].(string)
		return s
	}
	switch {
	case xml, list && len(target) > 0, text("generate") == "multilabel":
		return true
	case text("target") != "":
		return false
	}
	format := text("format")
	if format == "" {
		name := strings.ToLower(text("file"))
		name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".bz2")
		format = strings.TrimPrefix(filepath.Ext(name), ".")
	}
	return slices.Contains([]string{"arff", "svmlight", "svm", "libsvm"}, format)
}

// lastReference is the last parameter of a reduction by which it refers to a
// learner, or "".
func (i *Instance) lastReference() string {
	name := ""
	for _, p := range i.Component.Params {
		if i.Learners[p.Name] != nil {
			name = p.Name
		}
	}
	return name
}

// References are the learners that a reduction refers to, by parameter; where the parameter
// is tuned, by parameter and name of the learner: "learner=forest".
func (i *Instance) References() map[string]*Instance {
	all := map[string]*Instance{}
	for _, candidate := range i.Trained() {
		for name, learner := range candidate.Learners {
			if i.Host.Tune != nil && slices.Contains(i.Host.Tune.Parameters, name) {
				name += "=" + learner.Name
			}
			all[name] = learner
		}
		for column, learner := range candidate.Columns {
			all[plan.ColumnParameter(column)] = learner
		}
	}
	return all
}

// OfPlugins lists the encoders of plugins that an encoder consists of: itself, or some of
// its parts, in their order.
func (i *Instance) OfPlugins() []*Instance {
	if !i.Component.BuiltIn {
		return []*Instance{i}
	}
	return lists.Filter(i.Parts, func(part *Instance) bool { return part != nil })
}

// Composition lists the parts that are encoders of plugins, of all candidates of an encoder
// that is tuned, by what they are called.
func (i *Instance) Composition() map[string]*Instance {
	all := map[string]*Instance{}
	for number, candidate := range i.Trained() {
		for n, part := range candidate.Parts {
			name := fmt.Sprint("part ", n)
			if i.Host.Tune != nil {
				name += fmt.Sprint(" of candidate ", number)
			}
			if part != nil {
				all[name] = part
			}
		}
	}
	return all
}

// Candidates are what tuning chooses among: the instance itself if it is not tuned.
func (i *Instance) Candidates() []Candidate {
	if i.Host.Tune == nil {
		return []Candidate{{Instance: i}}
	}
	return i.Host.Tune.Candidates
}

// InRound are the candidates as a round of the search trains them.
func (i *Instance) InRound(round int) []Candidate {
	return lists.Map(i.Candidates(), func(c Candidate) Candidate {
		if c.Rounds == nil {
			return c
		}
		return c.Rounds[min(round, len(c.Rounds)-1)]
	})
}

// Trained are the configurations that are trained, each once: the candidates, in all rounds.
func (i *Instance) Trained() (all []*Instance) {
	for _, c := range i.Candidates() {
		var before *Instance
		for _, round := range c.Rounds {
			if round.Instance != before && round.Instance != c.Instance {
				all = append(all, round.Instance)
			}
			before = round.Instance
		}
		all = append(all, c.Instance)
	}
	return all
}
