package experiment

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
)

// Bind settles what the file means, given what there is. It reports all
// mistakes together, by position; Parse's are not repeated. If Parse or Bind
// found an error the experiment holds what could be bound: enough to look for
// mistakes in the data, not to run.
func (f *File) Bind(c Catalog) (*Experiment, diagnostic.List) {
	b := &binder{
		Remarks:  diagnostic.Remarks{Text: f.text},
		file:     f,
		catalog:  c,
		scope:    f.scope,
		blocks:   f.scope.Extend(),
		exp:      &Experiment{},
		declared: map[contract.Kind]map[string]*hclsyntax.Block{},
	}
	b.experiment()
	b.exp.Datasets = b.declare(contract.KindDataset, "")
	b.bindMetrics() // before what may be tuned by one
	b.exp.Encoders = b.declare(contract.KindEncoder, defaultEncoder)
	b.exp.Learners = b.declare(contract.KindLearner, "")
	b.exp.Reductions = b.declare(contract.KindReducer, defaultReduction)
	b.labelReduction()
	b.validation()
	b.combine()
	b.tables()
	b.exp.Comparisons = named(b, "comparison", b.comparison)
	b.exp.Curves = named(b, "curve", b.curve)
	b.checkFiles()
	b.compatible()
	b.executor()
	diags := b.List.Sorted()
	if (f.failed || diags.HasErrors()) && len(f.of("grid")) == 0 {
		b.exp.Combinations = withoutLearners(b.exp)
	}
	return b.exp, diags
}

// withoutLearners combines what data and codes are checked against each other.
func withoutLearners(e *Experiment) []Combination {
	var list []Combination
	for d := range e.Datasets {
		for n := range e.Encoders {
			for r := range e.Reductions {
				list = append(list, Combination{Dataset: &e.Datasets[d], Encoder: &e.Encoders[n], Reduction: &e.Reductions[r]})
			}
		}
	}
	return list
}

// ExperimentParams are the attributes of the experiment block.
func ExperimentParams() []contract.Param {
	return []contract.Param{
		{Name: "title", Type: "string", Doc: "A line for people."},
		{Name: "seed", Type: "number", Integer: true, Min: contract.Bound(0), Max: contract.Bound(1 << 53), Default: 0.0,
			Doc: "All that is random follows from it; generated data have a seed of their own."},
		{Name: "on_incompatible", Type: "string", OneOf: []string{"error", "skip"}, Default: "error",
			Doc: "What becomes of what cannot be: an error, or cells and values with status `skipped`."},
		{Name: "timing", Type: "string", OneOf: []string{"shared", "isolated"}, Default: "shared",
			Doc: "shared: a problem is trained once for all cells. isolated: every cell trains alone."},
		{Name: "keep_scores", Type: "bool", Default: false,
			Doc: "Keeps the scores of binary models for decoders to come: see [kept scores](#kept-scores)."},
		{Name: "keep_inner_scores", Type: "bool", Default: false,
			Doc: "With keep_scores, keeps those on inner folds of tuning too, for candidates to come."},
	}
}

// experiment decodes the experiment block. Without one, the experiment has the
// name of its file.
func (b *binder) experiment() {
	blocks := b.file.of("experiment")
	if len(blocks) == 0 {
		base := filepath.Base(b.file.Path)
		b.exp.Name = strings.TrimSuffix(base, filepath.Ext(base))
		if !isFolderName(b.exp.Name) {
			b.Placeless("The experiment has no name", `Write experiment "name" {} in %s.`, b.file.Path)
		}
		return
	}
	block := blocks[0]
	b.exp.Name = block.Labels[0]
	if !isFolderName(b.exp.Name) {
		b.Errorf(block.LabelRanges[0], fmt.Sprintf("The name %q cannot be used", b.exp.Name),
			"Results are kept in a folder of this name: it must be that of one folder.")
	} else if n := len(b.exp.Name); n > longestFolder {
		b.Errorf(block.LabelRanges[0], "The name of the experiment is too long",
			"Results are kept in a folder of this name. It has %d bytes, and names of folders at most %d.", n, longestFolder)
	}
	attrs, _ := b.attributes(block, schema{what: "experiment", params: ExperimentParams()})
	for _, attr := range attrs {
		switch value := attr.values[0].(type) {
		case float64:
			b.exp.Seed = uint64(value)
		case bool:
			*map[string]*bool{"keep_scores": &b.exp.KeepScores, "keep_inner_scores": &b.exp.KeepInner}[attr.name] = value
		case string:
			switch attr.name {
			case "title":
				b.exp.Title = value
			case "timing":
				b.exp.Isolated = value == "isolated"
			default:
				b.exp.SkipIncompatible = value == "skip"
			}
		}
	}
	if b.exp.KeepInner && !b.exp.KeepScores {
		b.Errorf(block.Body.Attributes["keep_inner_scores"].NameRange, "Scores of inner folds alone are not kept",
			"Write keep_scores = true too.")
	}
}

// declare binds the blocks of a kind and makes their names known. Without a
// block, the type named by fallback stands in; it is an error if there is none.
func (b *binder) declare(kind contract.Kind, fallback string) []Instance {
	b.declared[kind] = map[string]*hclsyntax.Block{}
	var all []Instance
	var names []string
	for _, block := range b.file.of(string(kind)) {
		name, first := b.name(kind, block)
		if first {
			names = append(names, name)
		}
		b.label(kind, block, name)
		variants := b.bindBlock(kind, block, name)
		b.partial = b.partial || len(variants) == 0
		all = append(all, variants...)
	}
	if len(b.file.of(string(kind))) == 0 {
		all = b.standIn(kind, fallback)
		b.partial = b.partial || len(all) == 0
		if fallback != "" {
			names = []string{fallback}
		}
	}
	b.labelsApart(kind, names)
	b.blocks.DefineBlocks(string(kind), names)
	return all
}

// name returns a block's name, and whether it is the first of that name; it
// reports one that is not, or that cannot be used.
func (b *binder) name(kind contract.Kind, block *hclsyntax.Block) (string, bool) {
	label := len(block.Labels) - 1
	name := cty.NormalizeString(block.Labels[label])
	b.checkName(block.Labels[label], block.LabelRanges[label])
	if first, again := b.declared[kind][name]; again {
		b.Errorf(block.LabelRanges[label], fmt.Sprintf("There is a second %s %q", kind, name),
			"The first is on line %d. Names are unique per kind.", first.TypeRange.Start.Line)
		return name, false
	}
	b.declared[kind][name] = block
	return name, true
}

// bindBlock returns the variants of a block, or nil if it has mistakes.
func (b *binder) bindBlock(kind contract.Kind, block *hclsyntax.Block, name string) []Instance {
	typeName, at := datasetType, block.TypeRange
	if len(block.Labels) > 1 {
		typeName, at = block.Labels[0], block.LabelRanges[0]
	}
	c, ok := b.component(kind, typeName, at)
	if !ok {
		return nil
	}
	c = b.encodes(c)
	s := schema{what: describe(c), params: c.Params, grids: kind != contract.KindDataset}
	var own *Instance // validation
	switch kind {
	case contract.KindLearner:
		return b.bindLearner(block, c, name, s)
	case contract.KindReducer:
		s.params = append(slices.Clone(s.params), obeyedOf(kind)...)
	case contract.KindDataset:
		s.blocks = []string{validationBlock}
		own = b.ownValidation(block)
	}
	var tune *tuneBlock
	tunable := true
	if s.grids {
		s.blocks = []string{"tune"}
		tune, tunable = b.tuneOf(block, c)
	}
	attrs, ok := b.attributes(block, s, LabelParams()...)
	if !ok || !tunable {
		return nil
	}
	factors, ok := b.factors(block, attrs, s)
	if !ok {
		return nil
	}
	if tune != nil {
		variants := b.tuned(block, c, name, factors, tune, func(*Instance) {})
		b.checkVariants(block, variants)
		return variants
	}
	variants := b.instances(block, c, name, factors)
	for i := range variants {
		variants[i].Validation = own
	}
	b.checkVariants(block, variants)
	return b.linked(b.validated(variants))
}
