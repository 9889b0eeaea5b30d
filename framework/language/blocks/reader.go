// Package blocks decodes the blocks of an experiment file by what they take: attributes and
// their values, grids of them, random samples, and references to other blocks. What a
// block means is for the caller; mistakes are collected with their places.
package blocks

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
)

// Reader decodes the blocks of a file.
type Reader struct {
	diagnostic.Remarks                   // the mistakes that were found
	Files              *Files            // that attributes name
	Values             *expression.Scope // variables and locals
	Blocks             *expression.Scope // and references to blocks
	// Learners are the variants of the learner blocks that were bound, by block.
	Learners map[string][]Learner
	Metrics  []Metric
}

// Learner is a variant of a learner block, as references need it.
type Learner struct {
	Name              string
	Tuned, Calibrated bool
}

// Metric is a metric block, as references need it.
type Metric struct {
	Type, Name string
	Spec       *metric.Spec // nil if the block has mistakes
}

// ScopeOf is what values of some parameters may name: blocks where one refers to a learner.
func (r *Reader) ScopeOf(params ...contract.Param) *expression.Scope {
	if slices.ContainsFunc(params, refers) {
		return r.Blocks
	}
	return r.Values
}

// refers reports whether a parameter refers to learner blocks.
func refers(p contract.Param) bool {
	return p.Type == contract.LearnerType || p.Type == contract.LearnersType
}

// CheckName reports a name that tables and files cannot hold.
func (r *Reader) CheckName(name string, at hcl.Range) bool {
	if name != "" && !strings.ContainsAny(name, "/,[]") && !strings.ContainsFunc(name, unicode.IsControl) {
		return true
	}
	r.Errorf(mistake.BadName, at, fmt.Sprintf("The name %q cannot be used", name),
		`A name is not empty and holds no "/", ",", "[", "]" and no control characters.`)
	return false
}

// Inner returns the block of a type within a block, nil without one, and whether its form
// is right: there is no second one, and it has no name. Help says what to do with a second.
func (r *Reader) Inner(around *hclsyntax.Block, kind, help string) (block *hclsyntax.Block, good bool) {
	good = true
	for _, inner := range around.Body.Blocks {
		switch {
		case inner.Type != kind:
		case block != nil:
			r.Errorf(mistake.Duplicate, inner.DefRange(), fmt.Sprintf("There is a second %s block", kind),
				"The first is on line %d. %s",
				block.TypeRange.Start.Line, help)
			good = false
		default:
			block = inner
		}
	}
	if block != nil && len(block.Labels) > 0 {
		r.Errorf(mistake.WrongLabels, block.LabelRanges[0], fmt.Sprintf("A %s block has no name", kind),
			"Remove %q.", block.Labels[0])
		good = false
	}
	return block, good
}

// Each decodes blocks of a type, each of which has a name of its own.
func Each[T any](r *Reader, blocks []*hclsyntax.Block, decode func(*hclsyntax.Block) (T, bool)) []T {
	var list []T
	first := map[string]*hclsyntax.Block{}
	for _, block := range blocks {
		good := r.CheckName(block.Labels[0], block.LabelRanges[0])
		good = r.First(first, block) && good
		if decoded, ok := decode(block); ok && good {
			list = append(list, decoded)
		}
	}
	return list
}

// First notes the block of a name, and reports a second one.
func (r *Reader) First(seen map[string]*hclsyntax.Block, block *hclsyntax.Block) bool {
	name := block.Labels[0]
	if before, again := seen[name]; again {
		r.Errorf(mistake.Duplicate, block.LabelRanges[0],
			fmt.Sprintf("There is a second %s %q", block.Type, name), "The first is on line %d.",
			before.TypeRange.Start.Line)
		return false
	}
	seen[name] = block
	return true
}
