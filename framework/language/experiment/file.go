package experiment

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/requires"
)

// File is an experiment file whose variables and locals have values and whose
// required plugins are known. Bind decodes the other blocks, once the plugins have
// described themselves.
type File struct {
	Path string // as given to Parse
	Required
	Files  blocks.Files // once the file is bound: those that datasets and attributes name
	Suites []Suite

	text   *diagnostic.Text
	blocks []*hclsyntax.Block
	scope  *expression.Scope
	failed bool // Parse found errors
}

// Suite is a suite block: a dataset for each task of a collection.
type Suite struct {
	Name   string
	Kind   string // "openml_suite"
	ID     string // number or alias
	Locked bool   // the lock file says which tasks it has

	source expression.Source
}

// Errorf returns an error on the suite.
func (s Suite) Errorf(code mistake.Code, summary, format string, args ...any) diagnostic.Diagnostic {
	return s.source.Diagnostic(contract.As(code).Errorf([]any{s.Kind}, summary, format, args...))
}

// Required is what the bench block says.
type Required struct {
	RequiredVersion string // constraint on bench's version, or ""; see requires.SatisfiesVersion
	RequiredPlugins []requires.Plugin
	PluginLimits    requires.Limits // of the plugins that are not required
	PassEnv         []string        // variables that plugins get as bench has them
	Elsewhere       requires.Elsewhere

	version expression.Source // of RequiredVersion
}

// of returns the blocks of a type in file order.
func (f *File) of(blockType string) []*hclsyntax.Block {
	return lists.Filter(f.blocks, func(block *hclsyntax.Block) bool { return block.Type == blockType })
}

// Bytes are the text of the file as it was read.
func (f *File) Bytes() []byte { return f.text.Bytes }

// VersionErrorf returns an error on required_version.
func (f *File) VersionErrorf(code mistake.Code, summary, format string, args ...any) diagnostic.Diagnostic {
	return f.version.Diagnostic(contract.As(code).Errorf(nil, summary, format, args...))
}

// Names lists the names of the blocks of a type, such as "reduction", in the
// order of the file. Variants of a block are known only after Bind.
func (f *File) Names(blockType string) []string {
	var names []string
	for _, block := range f.of(blockType) {
		if n := len(block.Labels); n > 0 {
			names = append(names, block.Labels[n-1])
		}
	}
	return names
}

// Asks reports whether some block is of the type of one of these components.
func (f *File) Asks(components []contract.Component) bool { return f.asking(components) != nil }

// AskingErrorf returns an error on the first block that is of the type of one of
// these components.
func (f *File) AskingErrorf(code mistake.Code, components []contract.Component, summary, format string,
	args ...any) diagnostic.Diagnostic {
	block := f.asking(components)
	at := expression.Source{Text: f.text, Header: block.DefRange()}
	if len(block.Labels) > 0 {
		at.Header = block.LabelRanges[0]
	}
	return at.Diagnostic(contract.As(code).Errorf(nil, summary, format, args...))
}

// asking returns the first block, or block within one, that is of the type of one of these
// components, or nil.
func (f *File) asking(components []contract.Component) *hclsyntax.Block {
	for _, outer := range f.blocks {
		for _, block := range append([]*hclsyntax.Block{outer}, outer.Body.Blocks...) {
			name, known := typeOf(block)
			is := func(c contract.Component) bool {
				return string(c.Kind) == block.Type && (c.Name == name || !known || name == composeType && f.says(c.Name))
			}
			if slices.ContainsFunc(components, is) {
				return block
			}
		}
	}
	return nil
}

// says reports whether a text is written somewhere in the file.
func (f *File) says(text string) bool {
	said := false
	for _, block := range f.blocks {
		hclsyntax.VisitAll(block.Body, func(n hclsyntax.Node) hcl.Diagnostics {
			literal, is := n.(*hclsyntax.LiteralValueExpr)
			said = said || is && literal.Val.Type() == cty.String && literal.Val.AsString() == text
			return nil
		})
	}
	return said
}

// typeOf is the type of component that a block is of: its first label or, of a validation,
// its method. It is not known where that is not a plain text.
func typeOf(block *hclsyntax.Block) (name string, known bool) {
	if block.Type != validationBlock {
		if len(block.Labels) == 0 {
			return "", true
		}
		return CommonName(block.Labels[0]), true
	}
	method, written := block.Body.Attributes["method"]
	if !written {
		return DefaultValidation, true
	}
	name, known = expression.LiteralString(method.Expr)
	return CommonName(name), known
}

// synonyms are other names of types.
var synonyms = map[string]string{
	"one_vs_all": "one_vs_rest",
	"ova":        "one_vs_rest",
	"all_pairs":  "one_vs_one",
	"ovo":        "one_vs_one",
	"ect":        "tournament",
	"wap":        "weighted_all_pairs",
	"csoaa":      "cost_sensitive_one_vs_rest",
	"counters":   "target",
	"onehot":     "one_hot",
	"svc":        "kernel_svm",
}

// CommonName is the name of a type that has several: "one_vs_one" of "ovo".
func CommonName(name string) string {
	if common, ok := synonyms[name]; ok {
		return common
	}
	return name
}

// validationBlock is the block that says how rows are divided, of the file or within a
// dataset.
const validationBlock = "validation"

// The type of encoder whose parts are encoders, and its attribute.
const (
	composeType = "compose"
	partsName   = "parts"
)

// The types that stand in for blocks that are not written.
const (
	datasetType       = "dataset"
	defaultEncoder    = "one_hot"
	defaultReduction  = "direct"
	labelReduction    = "binary_relevance" // of datasets whose rows have labels
	DefaultValidation = "stratified_kfold"
	defaultMetric     = "accuracy"
)
