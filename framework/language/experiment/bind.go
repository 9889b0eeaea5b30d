package experiment

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// Bind settles what the file means, given what there is. It reports all
// mistakes together, by position; Parse's are not repeated. If Parse or Bind
// found an error the experiment holds what could be bound: enough to look for
// mistakes in the data, not to run.
func (f *File) Bind(c Catalog) (*Experiment, diagnostic.List) {
	b := &binder{
		Reader: &blocks.Reader{Remarks: diagnostic.Remarks{Text: f.text}, Files: &f.Files, Values: f.scope,
			Blocks: f.scope.Extend(), Learners: map[string][]blocks.Learner{}},
		file:     f,
		catalog:  c,
		exp:      &Experiment{},
		declared: map[contract.Kind]map[string]*hclsyntax.Block{},
	}
	b.experiment()
	b.unfetched()
	b.exp.Datasets = b.declare(contract.KindDataset, "")
	b.bindMetrics() // before what may be tuned by one
	b.checkSets()
	b.exp.Encoders = b.declare(contract.KindEncoder, defaultEncoder)
	b.exp.Learners = b.declare(contract.KindLearner, "")
	for _, l := range b.exp.Learners {
		b.Reader.Learners[l.Block] = append(b.Reader.Learners[l.Block],
			blocks.Learner{Name: l.Name, Tuned: l.Host.Tune != nil, Calibrated: l.Host.Calibrate != ""})
	}
	b.exp.Reductions = b.declare(contract.KindReducer, defaultReduction)
	b.labelReduction()
	b.validation()
	b.combine()
	b.show()
	b.checkFiles()
	b.compatible()
	b.executor()
	diags := b.List.Sorted()
	if (f.failed || diags.HasErrors()) && len(f.of("grid")) == 0 {
		b.exp.Combinations = withoutLearners(b.exp)
	}
	return b.exp, diags
}

// experiment decodes the experiment block. Without one, the experiment has the
// name of its file.
func (b *binder) experiment() {
	written := b.file.of("experiment")
	if len(written) == 0 {
		base := filepath.Base(b.file.Path)
		b.exp.Name = strings.TrimSuffix(base, filepath.Ext(base))
		if !isFolderName(b.exp.Name) {
			b.Placeless(mistake.Missing, "The experiment has no name", `Write experiment "name" {} in %s.`,
				b.file.Path)
		}
		return
	}
	block := written[0]
	b.experimentName(block)
	attrs, _ := b.Attributes(block, blocks.Schema{What: "experiment", Params: ExperimentParams(),
		Blocks: []string{conformalBlock}, Elsewhere: b.ofValidation()})
	b.conformal(block)
	for _, attr := range attrs {
		switch value := attr.Values[0].(type) {
		case float64:
			b.exp.Seed = uint64(value)
		case bool:
			*map[string]*bool{"keep_scores": &b.exp.KeepScores, "keep_inner_scores": &b.exp.KeepInner}[attr.Name] = value
		case string:
			switch attr.Name {
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
		b.Errorf(mistake.Conflict, block.Body.Attributes["keep_inner_scores"].NameRange,
			"Scores of inner folds alone are not kept",
			"Write keep_scores = true too.")
	}
}

// ofValidation are the attributes of validation blocks.
func (b *binder) ofValidation() map[string]string {
	all := map[string]string{"method": validationBlock}
	for _, c := range b.catalog.Components {
		if c.Kind == contract.KindValidation {
			for _, p := range c.Params {
				all[p.Name] = validationBlock
			}
		}
	}
	return all
}

// experimentName takes the name of the experiment, which must be that of a folder.
func (b *binder) experimentName(block *hclsyntax.Block) {
	b.exp.Name = block.Labels[0]
	if !isFolderName(b.exp.Name) {
		b.Errorf(mistake.BadName, block.LabelRanges[0], fmt.Sprintf("The name %q cannot be used", b.exp.Name),
			"Results are kept in a folder of this name: it must be that of one folder.")
	} else if n := len(b.exp.Name); n > longestFolder {
		b.Errorf(mistake.BadName, block.LabelRanges[0], "The name of the experiment is too long",
			"Results are kept in a folder of this name. It has %d bytes, and names of folders at most %d.", n, longestFolder)
	}
}

// longestFolder is how many bytes the name of a folder has at most.
const longestFolder = 255
