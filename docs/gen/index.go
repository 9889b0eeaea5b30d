package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/language/tuning"
	"github.com/manyclass/bench/plugins/shipped"
)

// indexWidth is how many characters a line of the index has at most; an attribute of many
// types has several.
const indexWidth = 300

// index says of each attribute where it is described, as links.
type index map[string][]string

func (x index) add(name, place string) {
	if !slices.Contains(x[name], place) {
		x[name] = append(x[name], place)
	}
}

// addBlock adds the attributes of a block, or of a part of one, under a heading of a page.
func (x index) addBlock(title, target string, params []contract.Param) {
	for _, p := range params {
		x.add(p.Name, fmt.Sprintf("[%s](%s)", title, target))
	}
}

// addTypes adds the attributes of the types of a kind. What several types have in common is
// one place.
func (x index) addTypes(block string, list []contract.Component) {
	common := commonOf(list)
	for _, c := range list {
		own, _ := common.split(c.Params)
		for _, p := range c.Params {
			shared := !slices.ContainsFunc(own, func(o contract.Param) bool { return o.Name == p.Name })
			if at := common.find(p); shared || at >= 0 {
				x.add(p.Name, fmt.Sprintf("[several %s](%s.md#%s)", common.types(), block, common.anchor()))
			} else {
				x.add(p.Name, fmt.Sprintf("%s [`%s`](%s.md#%s)", block, c.Name, block, c.Name))
			}
		}
	}
}

// attributes is the index of all attributes that the pages of the experiment file describe in
// tables made from the source.
func attributes() index {
	x := index{}
	x.addBlock("`experiment`", "experiment.md", experiment.ExperimentParams())
	x.addBlock("`conformal`", "experiment.md#prediction-sets", experiment.ConformalParams())
	x.addBlock("`dataset`", "dataset.md#attributes", loader.Params())
	x.addBlock("`classes`", "dataset.md#classes", experiment.ClassesParams())
	x.addBlock("`dataset`, `encoder`, `learner`, `reduction`", "README.md#labels", experiment.LabelParams())
	x.addTypes("encoder", encode.Components())
	x.addBlock("`learner`: limits", "learner.md#limits", experiment.LimitParams())
	x.addBlock("`learner`: calibration, abstention", "learner.md#calibration-abstention", experiment.HostParams())
	x.addBlock("`tune`", "learner.md#tune", tuning.Params())
	x.addBlock("`tune`: halving", "learner.md#halving", tuning.HalvingParams())
	x.addTypes("learner", shipped.Components(contract.KindLearner))
	x.addBlock("`reduction`", "reduction.md", experiment.ReductionParams())
	x.addTypes("reduction", shipped.Components(contract.KindReducer))
	x.addTypes("validation", fold.Components())
	x.addTypes("metric", metric.Components())
	x.addBlock("`table`", "table.md", tables.Params())
	x.addBlock("`comparison`", "comparison.md", tables.ComparisonParams())
	x.addBlock("`curve`", "curve.md", tables.CurveParams())
	x.addBlock("`executor`", "executor.md", experiment.ExecutorParams(experiment.SlurmExecutor))
	x.addBlock("`executor`: batch systems", "executor.md#batch", slices.Concat(experiment.ResourceParams(),
		experiment.SystemParams(), experiment.NamedParams()))
	x.addBlock("`executor`: classes", "executor.md", experiment.ClassParams(experiment.SlurmExecutor))
	return x
}

// table renders the index in the order of the alphabet.
func (x index) table() string {
	var b strings.Builder
	b.WriteString("| attribute | block or type |\n|:--|:--|\n")
	names := slices.SortedFunc(maps.Keys(x), func(a, b string) int {
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	})
	for _, name := range names {
		for _, row := range rows(x[name]) {
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, row)
		}
	}
	return b.String()
}

// rows joins places into as few texts as their width allows.
func rows(places []string) []string {
	var out []string
	for _, place := range places {
		last := len(out) - 1
		if last < 0 || len(out[last])+len(place) > indexWidth {
			out = append(out, place)
			continue
		}
		out[last] += ", " + place
	}
	return out
}
