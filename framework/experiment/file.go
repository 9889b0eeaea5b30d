package experiment

import (
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/requires"
	"github.com/manyclass/bench/framework/lists"
)

// File is an experiment file whose variables and locals have values and whose
// required plugins are known. What the other blocks mean is settled by Bind,
// once the plugins have described themselves.
type File struct {
	Path string // as given to Parse

	RequiredVersion string // constraint on bench's version, or ""; see SatisfiesVersion
	RequiredPlugins []requires.Plugin
	PluginLimits    requires.Limits // of the plugins that are not required
	PassEnv         []string        // variables that plugins get as bench has them

	text    *diagnostic.Text
	dir     string            // absolute; relative paths in the file start here
	moved   map[string]string // where the bytes of files are, by absolute path
	named   map[string]Named  // the files that datasets and attributes name, by absolute paths
	blocks  []*hclsyntax.Block
	scope   *expression.Scope
	version expression.Source // of RequiredVersion
	failed  bool              // Parse found errors
}

// blockType is a kind of top-level block.
type blockType struct {
	name   string
	labels []string
	spare  int // labels more that there may be
	once   bool
}

// blockTypes are the blocks of an experiment file.
var blockTypes = []blockType{
	{name: "experiment", labels: []string{"name"}, once: true},
	{name: "bench", once: true},
	{name: "variable", labels: []string{"name"}},
	{name: "locals"},
	{name: "dataset", labels: []string{"name"}},
	{name: "encoder", labels: []string{"type", "name"}},
	{name: "learner", labels: []string{"type", "name"}},
	{name: "reduction", labels: []string{"type", "name"}},
	{name: "validation", once: true},
	{name: "metric", labels: []string{"type"}, spare: 1},
	{name: "grid", labels: []string{"name"}},
	{name: "table", labels: []string{"name"}},
	{name: "comparison", labels: []string{"name"}},
	{name: "curve", labels: []string{"name"}},
	{name: "executor", labels: []string{"type"}, once: true},
}

// of returns the blocks of a type in file order.
func (f *File) of(blockType string) []*hclsyntax.Block {
	return lists.Filter(f.blocks, func(block *hclsyntax.Block) bool { return block.Type == blockType })
}

// Named is a file that an experiment file names.
type Named struct {
	Written string // its path as written
	Located string // where its bytes are
	Data    bool   // whether it holds rows of a dataset
}

// resolve finds a file that a dataset or an attribute names, and notes it for Files.
func (f *File) resolve(path string, data bool) string {
	absolute := f.Absolute(path)
	at := f.located(absolute)
	f.named[absolute] = Named{path, at, data || f.named[absolute].Data}
	return at
}

// Bytes are the text of the file as it was read.
func (f *File) Bytes() []byte { return f.text.Bytes }

// located is where the bytes of an absolute path are; see ParseMoved.
func (f *File) located(path string) string {
	if elsewhere, ok := f.moved[path]; ok {
		return elsewhere
	}
	return path
}

// Absolute makes a path of the file absolute.
func (f *File) Absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(f.dir, path)
}

// Files are the files that datasets and attributes name, once the file is bound, by their
// absolute paths, wherever the bytes are. The sources of plugins are in RequiredPlugins.
func (f *File) Files() map[string]Named { return f.named }

// constraint evaluates a version constraint and checks that it can be read.
func (p *parser) constraint(expr hclsyntax.Expression) string {
	constraint, ok := p.string(expr)
	if !ok {
		return ""
	}
	if _, err := requires.SatisfiesVersion(constraint, "0"); err != nil {
		p.Errorf(expr.Range(), "The version constraint cannot be read", `%v. Write for example ">= 0.1, < 2".`, err)
		return ""
	}
	return constraint
}

// string evaluates an expression that must be text.
func (p *parser) string(expr hclsyntax.Expression) (string, bool) {
	v, ok := expression.Evaluate(&p.Remarks, expr, p.file.scope)
	if !ok || !v.IsKnown() {
		return "", false
	}
	if v.IsNull() || v.Type() != cty.String {
		p.Errorf(expr.Range(), "This must be text", "Write it in quotes.")
		return "", false
	}
	return v.AsString(), true
}

func blockNames() []string {
	return lists.Map(blockTypes, func(t blockType) string { return t.name })
}

// synonyms are other names of types.
var synonyms = map[string]string{
	"one_vs_all": "one_vs_rest",
	"ova":        "one_vs_rest",
	"all_pairs":  "one_vs_one",
	"ovo":        "one_vs_one",
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

// VersionErrorf returns an error on required_version.
func (f *File) VersionErrorf(summary, format string, args ...any) diagnostic.Diagnostic {
	return f.version.Diagnostic(contract.Errorf(nil, summary, format, args...))
}

// parser collects what Parse finds.
type parser struct {
	diagnostic.Remarks
	file *File
	vars map[string]string
}

// Names lists the names of the blocks of a type, such as "reduction", in the
// order of the file. Variants of a block are not told apart: they are known only
// after Bind.
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
func (f *File) AskingErrorf(components []contract.Component, summary, format string,
	args ...any) diagnostic.Diagnostic {
	block := f.asking(components)
	at := expression.Source{Text: f.text, Header: block.DefRange()}
	if len(block.Labels) > 0 {
		at.Header = block.LabelRanges[0]
	}
	return at.Diagnostic(contract.Errorf(nil, summary, format, args...))
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
// its method. It is not known where that is no plain text.
func typeOf(block *hclsyntax.Block) (name string, known bool) {
	if block.Type != validationBlock {
		if len(block.Labels) == 0 {
			return "", true
		}
		return CommonName(block.Labels[0]), true
	}
	method, written := block.Body.Attributes["method"]
	if !written {
		return defaultValidation, true
	}
	name, known = expression.LiteralString(method.Expr)
	return CommonName(name), known
}
