package methods

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

// data says which datasets were used, and how their rows were divided.
func (w *writer) data() {
	datasets := lists.Map(w.ran.Datasets, w.dataset)
	if len(datasets) == 1 {
		w.say("The experiment used the dataset %s.", datasets[0])
	} else {
		w.say("The experiment used %d datasets: %s.", len(datasets), listed(datasets))
	}
	divided := lists.Map(ways(w.ran), func(way string) string { return clean(strings.ToLower(way[:1]) + way[1:]) })
	w.say("Methods were evaluated by %s; all of them used the same division of a dataset, and nothing was learned from "+
		"test rows.", strings.Join(divided, ", and by "))
	if w.ran.HasParts() {
		w.say("For learning curves they were also trained on %s of the training rows of each fold.", shares(w.ran))
	}
	w.say("The seed of the experiment was %d.", w.ran.Seed)
}

// shares are the parts of the training rows.
func shares(p *plan.Plan) string {
	var all []float64
	for _, c := range p.Cells {
		if c.TrainSize > 0 && c.TrainSize < 1 && !slices.Contains(all, c.TrainSize) {
			all = append(all, c.TrainSize)
		}
	}
	slices.Sort(all)
	return wording.And(lists.Map(all, func(share float64) string { return fmt.Sprintf("%.4g %%", 100*share) }))
}

// dataset is a name with what a reader needs to know of the rows.
func (w *writer) dataset(d plan.Dataset) string {
	facts := []string{wording.Count(d.Rows, "row"), features(d)}
	if d.Target.MultiLabel {
		facts = append(facts, wording.Count(len(d.Target.Names), "label"))
	} else {
		facts = append(facts, wording.Count(len(d.Target.Names), "class"))
	}
	if d.Missing > 0 {
		facts = append(facts, wording.Count(d.Missing, "missing value"))
	}
	if d.LeftOut > 0 {
		facts = append(facts, wording.Count(d.LeftOut, "row")+" in no fold")
	}
	var made struct {
		Generate   string
		Discretize map[string]any
	}
	for _, n := range w.ran.Named(contract.KindDataset) {
		if n.Name == d.Name && n.Config.Decode(&made) == nil && made.Generate != "" {
			facts = append(facts, "generated: "+clean(made.Generate))
		}
		if n.Name == d.Name && made.Discretize != nil {
			facts = append(facts, "its classes are parts of the range of a number")
		}
		if n.Name == d.Name && n.LabelNoise != "" {
			facts = append(facts, "wrong classes in training rows: "+n.LabelNoise)
		}
	}
	if d.Origin != nil && d.Origin.Version != "" {
		facts = append(facts, "version "+clean(shortened(d.Origin.Version)))
	}
	if d.Origin != nil && d.Origin.Licence != "" {
		facts = append(facts, "licence "+clean(d.Origin.Licence))
	}
	return fmt.Sprintf("%s%s (%s)", clean(d.Name), w.cite("dataset "+d.Name), strings.Join(facts, ", "))
}

func features(d plan.Dataset) string {
	all := wording.Count(d.Numeric+d.Categorical, "feature")
	if d.Categorical > 0 {
		all += fmt.Sprintf(" of which %d categorical", d.Categorical)
	}
	return all
}

// shortened is a version without most digits of a commit, which the bibliography has.
func shortened(version string) string {
	if len(version) == 40 {
		return version[:12]
	}
	return version
}
