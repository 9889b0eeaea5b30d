package experiment

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/syntax"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/inputfile"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// attribute is an attribute of a block, decoded: one value, or one for each
// argument of grid().
type attribute struct {
	name   string
	values []any
	exprs  []hclsyntax.Expression // where each value is written
	varied bool
	drawn  bool   // the values are draws
	block  schema // what the block takes that it stands in, where that is known
}

// schema is what a block takes.
type schema struct {
	what   string // "learner \"svm\"", for messages
	params []contract.Param
	grids  bool     // grid() may be used
	blocks []string // types of the blocks within it, which the caller decodes
}

// attributes decodes the attributes of a block in file order, but for those
// named in except, which the caller decodes. It reports every mistake; a false
// result means that the block cannot be used.
func (b *binder) attributes(block *hclsyntax.Block, s schema, except ...contract.Param) ([]attribute, bool) {
	var attrs []attribute
	good := true
	params := map[string]contract.Param{}
	var names []string
	for _, p := range slices.Concat(s.params, except) {
		names = append(names, p.Name)
		params[p.Name] = p
	}
	own := func(name string) bool {
		return slices.ContainsFunc(except, func(p contract.Param) bool { return p.Name == name })
	}
	for _, written := range syntax.AttributesOf(block.Body) {
		p, ok := params[written.Name]
		switch {
		case !ok && s.grids && written.Name == gridAttribute:
		case !ok && slices.Contains(s.blocks, written.Name):
			b.Errorf(written.NameRange, fmt.Sprintf("%q is a block, not an attribute", written.Name),
				"Take the = out, and put each of its attributes on a line of its own.")
			good = false
		case !ok:
			syntax.UnknownAttribute(&b.Remarks, written, s.what, names)
			good = false
		case !own(p.Name):
			attr, ok := b.attribute(written, p, s)
			good = good && ok
			if attr.values != nil {
				attrs = append(attrs, attr)
			}
		}
	}
	for _, inner := range block.Body.Blocks {
		switch {
		case slices.Contains(s.blocks, inner.Type):
			continue
		case slices.Contains(names, inner.Type):
			b.Errorf(inner.TypeRange, fmt.Sprintf("%q is an attribute, not a block", inner.Type), "Put a = after its name.")
		case len(s.blocks) > 0:
			syntax.UnknownBlock(&b.Remarks, inner, s.what, s.blocks)
		case len(names) == 0:
			b.Errorf(inner.TypeRange, fmt.Sprintf("Unknown block %q", inner.Type), "%s takes neither blocks nor attributes.",
				wording.Capital(s.what))
		default:
			b.Errorf(inner.TypeRange, fmt.Sprintf("Unknown block %q", inner.Type), "%s takes no blocks; its attributes are: %s.",
				wording.Capital(s.what), wording.List(names))
		}
		good = false
	}
	return attrs, b.required(block, s) && good
}

// required reports the attributes that must be written and are not. Those that a listed
// grid sets are looked for there.
func (b *binder) required(block *hclsyntax.Block, s schema) bool {
	good := true
	if _, listed := block.Body.Attributes[gridAttribute]; listed && s.grids {
		return true
	}
	for _, p := range s.params {
		if _, written := block.Body.Attributes[p.Name]; p.Required && !written && !(s.grids && triedIn(block, p.Name)) {
			b.Errorf(block.DefRange(), fmt.Sprintf("Attribute %q is missing", p.Name), "%s", docOr(p, "It must be written."))
			good = false
		}
	}
	return good
}

// triedIn reports whether the tune block within a block sets an attribute, or may, by a listed
// grid.
func triedIn(block *hclsyntax.Block, name string) bool {
	return slices.ContainsFunc(block.Body.Blocks, func(inner *hclsyntax.Block) bool {
		_, tried := inner.Body.Attributes[name]
		_, listed := inner.Body.Attributes[gridAttribute]
		return inner.Type == "tune" && (tried || listed)
	})
}

// docOr is the parameter's description, or a sentence in its place.
func docOr(p contract.Param, sentence string) string {
	if p.Doc == "" {
		return sentence
	}
	return fmt.Sprintf("%s: %s", p.Name, p.Doc)
}

// attribute decodes one attribute. Its values are nil if it is null, which
// means not written.
func (b *binder) attribute(written *hclsyntax.Attribute, p contract.Param, s schema) (attribute, bool) {
	attr := attribute{name: p.Name, block: s}
	t, err := typed.Type(p)
	if err != nil {
		b.Errorf(written.NameRange, fmt.Sprintf("Attribute %q cannot be used", p.Name), "%s describes it wrongly: %v.",
			wording.Capital(s.what), err)
		return attr, false
	}
	if b.bareLearner(written.Expr, p) {
		return attr, false
	}
	v, ok := expression.Evaluate(&b.Remarks, written.Expr, b.scopeOf(p))
	if !ok || !v.IsKnown() {
		return attr, false
	}
	if v.IsNull() {
		if p.Required {
			b.Errorf(written.Expr.Range(), fmt.Sprintf("Attribute %q is null", p.Name), "%s", docOr(p, "It must have a value."))
		}
		return attr, !p.Required
	}
	values := []cty.Value{v}
	attr.exprs = []hclsyntax.Expression{written.Expr}
	if v.Type() == expression.ChoicesType && s.grids {
		if p.Type == contract.FileType {
			b.Errorf(written.Expr.Range(), "There is no grid of files", "Write a block for each file.")
			return attr, false
		}
		attr.varied = true
		values = v.EncapsulatedValue().(*expression.Choices).Values
		attr.exprs = gridArguments(written.Expr, len(values))
	}
	good := b.decodeAll(&attr, values, p, t)
	return attr, good && b.distinct(attr)
}

// scopeOf is what values of some parameters may name: blocks where one refers to a learner.
func (b *binder) scopeOf(params ...contract.Param) *expression.Scope {
	if slices.ContainsFunc(params, refers) {
		return b.blocks
	}
	return b.scope
}

// refers reports whether a parameter refers to learner blocks.
func refers(p contract.Param) bool {
	return p.Type == contract.LearnerType || p.Type == contract.LearnersType
}

// decodeAll decodes the values of an attribute.
func (b *binder) decodeAll(attr *attribute, values []cty.Value, p contract.Param, t cty.Type) (good bool) {
	good = true
	for i, value := range values {
		hints := typed.Hints{Others: attr.block.params, Grid: attr.block.grids && !attr.varied}
		decoded, ok := b.decode(value, p, t, attr.exprs[i], hints)
		attr.values = append(attr.values, decoded)
		good = good && ok
	}
	return good
}

// decode decodes one value and reports its mistakes where they are written.
func (b *binder) decode(
	v cty.Value, p contract.Param, t cty.Type, expr hclsyntax.Expression, hints typed.Hints,
) (any, bool) {
	switch p.Type {
	case contract.LearnerType:
		return b.secondLearner(v, expr, forStage)
	case contract.LearnersType:
		return b.learners(v, expr)
	}
	d := typed.Decoder{Param: p, Hints: hints}
	decoded := d.Value(v, t, nil)
	for _, m := range d.Mistakes {
		b.Errorf(expression.Locate(expr, m.Path), m.Summary, "%s", m.Detail)
	}
	good := len(d.Mistakes) == 0 && !d.Unknown
	if name, is := decoded.(string); is && good && p.Type == contract.FileType {
		return b.content(name, expr.Range())
	}
	return decoded, good
}

// content reads the file that an attribute names, relative to the experiment file.
func (b *binder) content(name string, at hcl.Range) (any, bool) {
	path := b.file.resolve(name, false)
	wrong := func(format string, args ...any) (any, bool) {
		b.Errorf(at, fmt.Sprintf("The file %q cannot be read", name), format, args...)
		return nil, false
	}
	bytes, err := inputfile.Read(path, contract.MostFileBytes)
	var large *inputfile.SizeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return wrong("%s.", wording.Capital(wording.Absent(path)))
	case errors.As(err, &large):
		return wrong("It has %d bytes, and such a file at most %d.", large.Size, large.Most)
	case err != nil:
		return wrong("%s", wording.Sentence(err, path))
	case !utf8.Valid(bytes):
		return wrong("It is not text in UTF-8.")
	}
	return string(bytes), true
}

// gridArguments returns where each of n values of a grid is written: the
// arguments of grid(), or else the expression as a whole.
func gridArguments(expr hclsyntax.Expression, n int) []hclsyntax.Expression {
	call, ok := expression.Bare(expr).(*hclsyntax.FunctionCallExpr)
	if ok && call.Name == "grid" && !call.ExpandFinal && len(call.Args) == n {
		return call.Args
	}
	return slices.Repeat([]hclsyntax.Expression{expr}, n)
}

// distinct reports values that a grid holds twice.
func (b *binder) distinct(attr attribute) bool {
	seen := map[string]bool{}
	good := true
	for i, value := range attr.values {
		key := typed.Format(value)
		if seen[key] {
			b.Errorf(attr.exprs[i].Range(), fmt.Sprintf("The grid holds %s twice", key),
				"Two variants would have the same name. Take one of them out.")
			good = false
		}
		seen[key] = true
	}
	return good
}

// instances returns the variants of a block: every combination of the options of its
// factors, the first varying slowest.
func (b *binder) instances(block *hclsyntax.Block, c contract.Component, name string, factors []factor) []Instance {
	total := countCombinations(factors, expression.MaxVariants)
	if total > expression.MaxVariants {
		b.Errorf(block.DefRange(), "The block has too many variants",
			"There are more than %d. Split or shorten its grids.", expression.MaxVariants)
		return nil
	}
	variants := make([]Instance, total)
	for v := range variants {
		variants[v] = b.instance(block, c, name, combination(factors, v))
	}
	return variants
}

// instance is the variant of a block with some settings.
func (b *binder) instance(block *hclsyntax.Block, c contract.Component, name string, settings []setting) Instance {
	values := defaults(c)
	src := expression.Source{Text: b.Text, Header: block.DefRange(), Values: map[string]hclsyntax.Expression{}}
	for _, s := range settings {
		values[s.name], src.Values[s.name] = s.value, s.expr
	}
	i := Instance{Name: name, Block: name, Component: c, Capabilities: c.Capabilities, source: src}
	if varied := variantName(settings); varied != "" {
		i.Name += "[" + varied + "]"
	}
	b.resolvePaths(c, values)
	i.Config = contract.NewConfig(values)
	if c.Kind == contract.KindReducer {
		i.obey()
	}
	return i
}

// variantName says the varied settings, as in "C=0.1,loss=hinge".
func variantName(settings []setting) string {
	return settingsText(lists.Filter(settings, func(s setting) bool { return s.varied }))
}

// dataAttributes are the attributes of a dataset that name its rows.
var dataAttributes = []string{"file", "test_file"}

// resolvePaths makes the files that a component's attributes name absolute.
func (b *binder) resolvePaths(c contract.Component, values map[string]any) {
	for _, p := range c.Params {
		if path, ok := values[p.Name].(string); ok && path != "" && p.Type == contract.PathType {
			values[p.Name] = b.file.resolve(path, slices.Contains(dataAttributes, p.Name))
		}
	}
}

// checkName reports a name that tables and files cannot hold.
func (b *binder) checkName(name string, at hcl.Range) bool {
	if name != "" && !strings.ContainsAny(name, "/,[]") && !strings.ContainsFunc(name, unicode.IsControl) {
		return true
	}
	b.Errorf(at, fmt.Sprintf("The name %q cannot be used", name),
		`A name is not empty and holds no "/", ",", "[", "]" and no control characters.`)
	return false
}
