package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/syntax"
)

// maxCombinations bounds what one file can ask for.
const maxCombinations = 1_000_000

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
		b.CheckName(block.Labels[0], block.LabelRanges[0])
		b.First(first, block)
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
		wanted := b.Blocks.Names[string(a.kind)]
		if written, ok := block.Body.Attributes[a.list]; ok {
			wanted, ok = b.References(written.Expr, string(a.kind))
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
			b.Errorf(mistake.TooLarge, at(), "There are too many combinations",
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
		for _, name := range b.Blocks.Names[string(a.kind)] {
			if a.kind == contract.KindLearner && within[name] {
				continue
			}
			if block := b.declared[a.kind][name]; block != nil && !used[a.kind][name] {
				b.Warnf(mistake.UnusedBlock, block.DefRange(), fmt.Sprintf("No grid uses %s %q", a.kind, name),
					"Add it to a grid block, or take it out.")
			}
		}
	}
}

// withinReductions lists the learner blocks that reductions among some blocks
// refer to.
func (b *binder) withinReductions(used map[string]bool) map[string]bool {
	blocks := map[string]bool{}
	for _, r := range b.exp.Reductions {
		if used[r.Block] {
			for l := range maps.Values(r.References()) {
				blocks[l.Block] = true
			}
		}
	}
	return blocks
}
