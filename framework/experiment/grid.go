package experiment

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/syntax"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// maxCombinations bounds what one file can ask for.
const maxCombinations = 1_000_000

// axis is one of the four things that are combined.
type axis struct {
	kind      contract.Kind
	list      string // the attribute of a grid block
	instances []Instance
}

// axes returns the four axes, slowest first.
func (e *Experiment) axes() []axis {
	return []axis{
		{contract.KindDataset, "datasets", e.Datasets},
		{contract.KindEncoder, "encoders", e.Encoders},
		{contract.KindLearner, "learners", e.Learners},
		{contract.KindReducer, "reductions", e.Reductions},
	}
}

// on returns the combination's instance of a kind.
func (c Combination) on(kind contract.Kind) *Instance {
	switch kind {
	case contract.KindDataset:
		return c.Dataset
	case contract.KindEncoder:
		return c.Encoder
	case contract.KindLearner:
		return c.Learner
	}
	return c.Reduction
}

// combine lists the combinations of every grid block in turn, each once;
// without a grid block, everything with everything.
func (b *binder) combine() {
	grids := b.file.of("grid")
	if len(grids) == 0 {
		b.cross(everything(b.exp), map[Combination]bool{}, b.start)
		return
	}
	seen := map[Combination]bool{}
	used := map[contract.Kind]map[string]bool{}
	first := map[string]*hclsyntax.Block{}
	complete := true
	for _, block := range grids {
		b.checkName(block.Labels[0], block.LabelRanges[0])
		if before, again := first[block.Labels[0]]; again {
			b.Errorf(block.LabelRanges[0], fmt.Sprintf("There is a second grid %q", block.Labels[0]),
				"The first is on line %d.", before.TypeRange.Start.Line)
		} else {
			first[block.Labels[0]] = block
		}
		members, ok := b.grid(block, used)
		complete = complete && ok
		if ok {
			b.cross(members, seen, block.DefRange)
		}
	}
	b.exp.Needed = used[contract.KindDataset]
	if complete {
		b.unused(used)
	}
	b.partial = b.partial || !complete
}

// everything returns all instances of every axis.
func everything(e *Experiment) [][]*Instance {
	return lists.Map(e.axes(), func(a axis) []*Instance {
		return Pointers(a.instances, func(*Instance) bool { return true })
	})
}

// grid returns the instances of every axis that a grid block asks for, and
// notes the blocks it uses.
func (b *binder) grid(block *hclsyntax.Block, used map[contract.Kind]map[string]bool) ([][]*Instance, bool) {
	axes := b.exp.axes()
	good := b.gridAttributes(block, axes)
	var members [][]*Instance
	for _, a := range axes {
		if used[a.kind] == nil {
			used[a.kind] = map[string]bool{}
		}
		wanted := b.blocks.Names[string(a.kind)]
		if written, ok := block.Body.Attributes[a.list]; ok {
			wanted, ok = b.references(written.Expr, string(a.kind))
			good = good && ok
		}
		chosen := map[string]bool{}
		for _, name := range wanted {
			chosen[name] = true
			used[a.kind][name] = true
		}
		members = append(members, Pointers(a.instances, func(i *Instance) bool { return chosen[i.Block] }))
	}
	return members, good
}

// gridAttributes reports what a grid block does not take.
func (b *binder) gridAttributes(block *hclsyntax.Block, axes []axis) bool {
	taken := lists.Map(axes, func(a axis) string { return a.list })
	good := len(block.Body.Blocks) == 0
	for _, written := range syntax.AttributesOf(block.Body) {
		if !slices.Contains(taken, written.Name) {
			syntax.UnknownAttribute(&b.Remarks, written, "grid", taken)
			good = false
		}
	}
	syntax.NestedBlocks(&b.Remarks, block.Body, "grid")
	return good
}

// cross appends every combination of the members that is not there yet.
func (b *binder) cross(members [][]*Instance, seen map[Combination]bool, at func() hcl.Range) {
	total := len(seen)
	product := 1
	for _, axis := range members {
		product *= len(axis)
		if product == 0 {
			return
		}
		if total+product > maxCombinations {
			b.Errorf(at(), "There are too many combinations",
				"At most %d of dataset, encoder, learner and reduction. Use fewer variants.", maxCombinations)
			return
		}
	}
	for _, dataset := range members[0] {
		for _, encoder := range members[1] {
			for _, learner := range members[2] {
				for _, reduction := range members[3] {
					c := Combination{dataset, encoder, learner, reduction}
					if !seen[c] {
						seen[c] = true
						b.exp.Combinations = append(b.exp.Combinations, c)
					}
				}
			}
		}
	}
}

// unused warns of blocks that no grid uses.
func (b *binder) unused(used map[contract.Kind]map[string]bool) {
	within := b.withinReductions(used[contract.KindReducer])
	for _, a := range b.exp.axes() {
		for _, name := range b.blocks.Names[string(a.kind)] {
			if a.kind == contract.KindLearner && within[name] {
				continue
			}
			if block := b.declared[a.kind][name]; block != nil && !used[a.kind][name] {
				b.Warnf(block.DefRange(), fmt.Sprintf("No grid uses %s %q", a.kind, name),
					"Add it to a grid block, or take it out.")
			}
		}
	}
}

// compatible checks that learners can do what reductions ask, and that metrics
// get the probabilities they need. With on_incompatible = "skip", callers skip
// those cells instead.
func (b *binder) compatible() {
	if b.exp.SkipIncompatible {
		return
	}
	reported := map[string]bool{}
	for _, c := range b.exp.Combinations {
		why := c.Incompatible()
		blocks := c.Learner.Block + "/" + c.Reduction.Block
		if why == "" || reported[blocks] || b.exp.DependsOnData(c.Dataset) {
			continue
		}
		reported[blocks] = true
		b.List = append(b.List, b.exp.Incompatible(c, why))
	}
	b.scales()
	for _, m := range b.exp.Metrics {
		if !m.NeedsProbabilities() {
			continue
		}
		if without, advice := b.withoutProbabilities(); len(without) > 0 {
			b.List = append(b.List, m.Errorf(nil, fmt.Sprintf("Metric %q needs probabilities", m.Name),
				`None come from: %s. %s, take the metric out, or write on_incompatible = "skip" in the experiment block.`,
				wording.List(without), advice))
		}
	}
}

// Incompatible is the error on the learner of a combination that cannot do what its
// reduction asks.
func (e *Experiment) Incompatible(c Combination, why string) diagnostic.Diagnostic {
	if e.DefaultReduction && c.Reduction.Name == defaultReduction {
		return c.Learner.Errorf(nil, fmt.Sprintf("Learner %q cannot do multiclass problems by itself", c.Learner.Name),
			"There is no reduction block, and without one learners run direct, on all classes at once. Add for example "+
				`reduction "one_vs_rest" "ova" {}.`)
	}
	return c.Learner.Errorf(nil, wording.Capital(why),
		"Choose another learner or reduction, keep the two apart with grid blocks, or write "+
			`on_incompatible = "skip" in the experiment block.`)
}

// withoutProbabilities names the reductions that give no probabilities, as
// learner/reduction where it depends on the learner, and says what to choose
// instead.
func (b *binder) withoutProbabilities() (without []string, advice string) {
	gives := map[string]bool{} // from some learner
	for _, c := range b.exp.Combinations {
		if c.Incompatible() == "" && c.GivesProbabilities() {
			gives[c.Reduction.Name] = true
		}
	}
	var byLearner, byReduction bool
	for _, c := range b.exp.Combinations {
		if c.Incompatible() != "" || c.GivesProbabilities() {
			continue
		}
		name := c.Reduction.Name
		if gives[name] || len(c.Reduction.Capabilities.Probabilities) > 0 {
			name = c.Learner.Name + "/" + name
			byLearner = true
		} else {
			byReduction = true
		}
		if !slices.Contains(without, name) {
			without = append(without, name)
		}
	}
	switch {
	case byLearner && byReduction:
		advice = "Choose learners, and reductions or decodings, that give probabilities"
	case byLearner:
		advice = "Choose a learner that gives log-odds or probabilities"
	default:
		advice = "Choose a reduction or a decoding that gives probabilities (bench plugin describe tells which decodings do)"
	}
	return without, advice
}
