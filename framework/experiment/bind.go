package experiment

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/syntax"
	"github.com/manyclass/bench/framework/wording"
)

// Catalog is what an experiment file can name.
type Catalog struct {
	// Components holds the learners and reductions of the plugins, and the
	// encoders, validation methods and metrics of the framework. The one of
	// kind dataset is named "dataset"; its parameters are the attributes of a
	// dataset block.
	Components []contract.Component
	// Validate checks a configuration that fits the parameters of a learner or
	// reduction, and returns the capabilities under it. An error means that
	// the check itself failed. If nil, the components check themselves.
	Validate func(c contract.Component, cfg contract.Config) ([]contract.Diagnostic, contract.Capabilities, error)
	// Incomplete says that a plugin is missing, which has been reported: a type
	// of learner or reduction that is not known may be one of its own.
	Incomplete bool
}

// synonyms are other names of types.
var synonyms = map[string]string{
	"one_vs_all": "one_vs_rest",
	"ova":        "one_vs_rest",
	"all_pairs":  "one_vs_one",
	"ovo":        "one_vs_one",
	"counters":   "target",
	"onehot":     "one_hot",
}

// CommonName is the name of a type that has several: "one_vs_one" of "ovo".
func CommonName(name string) string {
	if common, ok := synonyms[name]; ok {
		return common
	}
	return name
}

// The types that stand in for blocks that are not written.
const (
	datasetType       = "dataset"
	defaultEncoder    = "one_hot"
	defaultReduction  = "direct"
	labelReduction    = "binary_relevance" // of datasets whose rows have labels
	defaultValidation = "stratified_kfold"
	defaultMetric     = "accuracy"
)

// binder collects what Bind finds.
type binder struct {
	diagnostic.Remarks
	file    *File
	catalog Catalog
	scope   *expression.Scope // variables and locals
	blocks  *expression.Scope // and references to blocks
	exp     *Experiment
	// declared holds the blocks of each kind by name.
	declared map[contract.Kind]map[string]*hclsyntax.Block
	metrics  []metricBlock
	partial  bool // some dataset, encoder, learner, reduction or grid has mistakes
}

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
	b.exp.Encoders = b.declare(contract.KindEncoder, defaultEncoder)
	b.bindMetrics() // before the learners, which may be tuned by one
	b.exp.Learners = b.declare(contract.KindLearner, "")
	b.exp.Reductions = b.declare(contract.KindReducer, defaultReduction)
	b.labelReduction()
	b.validation()
	b.combine()
	b.tables()
	b.checkFiles()
	b.compatible()
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
			Doc: "Everything random is derived from it: folds, random codes, the seeds of learners. " +
				"Generated data have a seed of their own."},
		{Name: "on_incompatible", Type: "string", OneOf: []string{"error", "skip"}, Default: "error",
			Doc: "What becomes of a learner that cannot do what a reduction asks for, and of a metric that needs probabilities " +
				"where there are none: an error, or cells and values with status `skipped`."},
		{Name: "timing", Type: "string", OneOf: []string{"shared", "isolated"}, Default: "shared",
			Doc: "shared: each distinct problem is trained once, and its seconds count in every cell that uses it. " +
				"isolated: every cell trains alone, with one worker, for honest comparisons of cost; such cells are other " +
				"cells than those with shared times."},
		{Name: "keep_scores", Type: "bool", Default: false,
			Doc: "Keeps the scores of the binary models of code columns on the test rows in the results folder: a decoder or a " +
				"reduction that is added later trains no column that is kept. See [kept scores](#kept-scores)."},
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
		b.Errorf(block.LabelRanges[0], fmt.Sprintf("The name %q cannot be used", b.exp.Name), "Results are kept in a folder of this name: it must be that of one folder.")
	} else if n := len(b.exp.Name); n > longestFolder {
		b.Errorf(block.LabelRanges[0], "The name of the experiment is too long", "Results are kept in a folder of this name. It has %d bytes, and names of folders at most %d.", n, longestFolder)
	}
	attrs, _ := b.attributes(block, schema{what: "experiment", params: ExperimentParams()})
	for _, attr := range attrs {
		switch value := attr.values[0].(type) {
		case float64:
			b.exp.Seed = uint64(value)
		case bool:
			b.exp.KeepScores = value
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
}

// isFolderName reports whether a name can be that of a folder.
func isFolderName(name string) bool {
	return name != "" && name != "." && !strings.Contains(name, "..") && !strings.ContainsAny(name, `/\`) &&
		!strings.ContainsFunc(name, unicode.IsControl)
}

// component finds the type that a block names, by its own name or a synonym.
func (b *binder) component(kind contract.Kind, name string, at hcl.Range) (contract.Component, bool) {
	name = CommonName(name)
	var names []string
	for _, c := range b.catalog.Components {
		if c.Kind != kind {
			continue
		}
		if c.Name == name {
			return c, true
		}
		names = append(names, c.Name)
	}
	if b.catalog.Incomplete && (kind == contract.KindLearner || kind == contract.KindReducer) {
		return contract.Component{}, false
	}
	b.Errorf(at, fmt.Sprintf("There is no %s type %q", kind, name), "%s",
		wording.Instead(name, names, fmt.Sprintf("The %s types are", kind), synonymsOf(names)...))
	return contract.Component{}, false
}

// synonymsOf returns the other names of types, in a fixed order.
func synonymsOf(types []string) []string {
	var others []string
	for _, other := range slices.Sorted(maps.Keys(synonyms)) {
		if slices.Contains(types, synonyms[other]) {
			others = append(others, other)
		}
	}
	return others
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
	b.blocks.DefineBlocks(string(kind), names)
	return all
}

// name returns a block's name, and whether it is the first of that name; it
// reports one that is not, or that cannot be used.
func (b *binder) name(kind contract.Kind, block *hclsyntax.Block) (string, bool) {
	label := len(block.Labels) - 1
	name := cty.NormalizeString(block.Labels[label])
	b.checkName(block, label)
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
	s := schema{what: describe(c), params: c.Params, grids: kind != contract.KindDataset}
	if kind == contract.KindLearner {
		return b.bindLearner(block, c, name, s)
	}
	attrs, ok := b.attributes(block, s)
	if !ok {
		return nil
	}
	variants := b.instances(block, c, name, attrs)
	b.checkVariants(block, variants)
	return b.linked(b.validated(variants))
}

// describe names a component for messages: learner "svm", or dataset.
func describe(c contract.Component) string {
	if c.Kind == contract.KindDataset {
		return datasetType
	}
	return fmt.Sprintf("%s %q", c.Kind, c.Name)
}

// checkVariants reports variants whose names tables and files cannot hold.
func (b *binder) checkVariants(block *hclsyntax.Block, variants []Instance) {
	if len(variants) < 2 {
		return
	}
	seen := map[string]bool{}
	for _, v := range variants {
		if seen[v.Name] || strings.ContainsFunc(v.Name, unicode.IsControl) {
			b.Errorf(block.DefRange(), "A variant cannot be named", "The name %q holds a control character or belongs to two variants.", v.Name)
			return
		}
		seen[v.Name] = true
	}
}

// validated lets the components check the configurations of the variants of a
// block and narrow their capabilities, and returns the variants without errors.
// Of what is no error, only what holds for the block is reported; see shared.
func (b *binder) validated(instances []Instance) []Instance {
	var clean []Instance
	said := make([][]contract.Diagnostic, len(instances))
	for n, i := range instances {
		diags, capabilities, err := b.validate(i.Component, i.Config)
		if err != nil {
			b.List = append(b.List, i.Errorf(nil, fmt.Sprintf("%s %q could not be checked", wording.Capital(string(i.Component.Kind)), i.Name), "%v.", err))
			continue
		}
		bad := false
		for _, d := range diags {
			if d.Severity != contract.Error {
				said[n] = append(said[n], d)
				continue
			}
			b.List = append(b.List, i.Diagnostic(d))
			bad = true
		}
		if !bad {
			i.Capabilities = capabilities
			clean = append(clean, i)
		}
	}
	b.List = append(b.List, shared(instances, said)...)
	b.partial = b.partial || len(clean) < len(instances)
	return clean
}

// validate asks the catalog, or for what is no part of a plugin the component.
func (b *binder) validate(c contract.Component, cfg contract.Config) ([]contract.Diagnostic, contract.Capabilities, error) {
	inPlugin := c.Kind == contract.KindLearner || c.Kind == contract.KindReducer
	if inPlugin && b.catalog.Validate != nil {
		return b.catalog.Validate(c, cfg)
	}
	var diags []contract.Diagnostic
	if c.Validate != nil {
		diags = c.Validate(cfg)
	}
	if c.Narrow != nil {
		return diags, c.Narrow(cfg), nil
	}
	return diags, c.Capabilities, nil
}

// standIn returns the instance for a kind of which no block is written.
func (b *binder) standIn(kind contract.Kind, name string) []Instance {
	if name == "" {
		b.Errorf(b.start(), fmt.Sprintf("%s has no %s block", b.file.Path, kind), "%s", syntax.ExampleOf(string(kind)))
		return nil
	}
	c, ok := b.component(kind, name, b.start())
	if !ok {
		return nil
	}
	return b.validated([]Instance{{
		Name: name, Block: name, Component: c, Capabilities: c.Capabilities,
		Config: contract.NewConfig(defaults(c)),
	}})
}

// start is where to point when something is not written: the experiment block,
// else nowhere.
func (b *binder) start() hcl.Range {
	if blocks := b.file.of("experiment"); len(blocks) > 0 {
		return blocks[0].DefRange()
	}
	return hcl.Range{}
}

// validation binds the validation block.
func (b *binder) validation() {
	blocks := b.file.of("validation")
	if len(blocks) == 0 {
		if standIn := b.standIn(contract.KindValidation, defaultValidation); standIn != nil {
			b.exp.Validation = standIn[0]
		}
		return
	}
	block := blocks[0]
	method := contract.Param{Name: "method", Type: "string"}
	name, at := defaultValidation, block.DefRange()
	if written, ok := block.Body.Attributes[method.Name]; ok {
		attr, ok := b.attribute(written, method, schema{what: "validation"})
		if !ok {
			return
		}
		if attr.values != nil {
			name, at = attr.values[0].(string), written.Expr.Range()
		}
	}
	c, ok := b.component(contract.KindValidation, name, at)
	if !ok {
		return
	}
	attrs, ok := b.attributes(block, schema{what: describe(c), params: c.Params}, method)
	if !ok {
		return
	}
	if bound := b.validated(b.instances(block, c, c.Name, attrs)); len(bound) > 0 {
		b.exp.Validation = bound[0]
	}
}
