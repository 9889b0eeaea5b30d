package blocks

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/typed"
)

// DecodeAll decodes the values of an attribute.
func (r *Reader) DecodeAll(attr *Attribute, values []cty.Value, p contract.Param, t cty.Type) (good bool) {
	good = true
	for i, value := range values {
		hints := typed.Hints{Others: attr.block.Params, Grid: attr.block.Grids && !attr.Varied}
		decoded, ok := r.Decode(value, p, t, attr.Exprs[i], hints)
		attr.Values = append(attr.Values, decoded)
		good = good && ok
	}
	return good
}

// Decode decodes one value and reports its mistakes where they are written.
func (r *Reader) Decode(
	v cty.Value, p contract.Param, t cty.Type, expr hclsyntax.Expression, hints typed.Hints,
) (any, bool) {
	switch p.Type {
	case contract.LearnerType:
		return r.secondLearner(v, expr, forStage)
	case contract.LearnersType:
		return r.learners(v, expr)
	}
	d := typed.Decoder{Param: p, Hints: hints}
	decoded := d.Value(v, t, nil)
	for _, m := range d.Mistakes {
		r.Errorf(m.Code, expression.Locate(expr, m.Path), m.Summary, "%s", m.Detail)
	}
	good := len(d.Mistakes) == 0 && !d.Unknown
	if name, is := decoded.(string); is && good && p.Type == contract.FileType {
		return r.Content(name, expr.Range())
	}
	return decoded, good
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

// Distinct reports values that a grid holds twice.
func (r *Reader) Distinct(attr Attribute) bool {
	seen := map[string]bool{}
	good := true
	for i, value := range attr.Values {
		key := typed.Format(value)
		if seen[key] {
			r.Errorf(mistake.Duplicate, attr.Exprs[i].Range(), fmt.Sprintf("The grid holds %s twice", key),
				"Two variants would have the same name. Remove one of them.")
			good = false
		}
		seen[key] = true
	}
	return good
}

// ListOf returns the elements of a list, or of grid(), logspace() or linspace(),
// and where each is written. Other values have none.
func ListOf(v cty.Value, expr hclsyntax.Expression) ([]cty.Value, []hclsyntax.Expression) {
	switch {
	case v.IsNull():
		return nil, nil
	case v.Type() == expression.ChoicesType:
		values := v.EncapsulatedValue().(*expression.Choices).Values
		return values, gridArguments(expr, len(values))
	case !typed.IsSequence(v.Type()) || v.LengthInt() == 0:
		return nil, nil
	}
	values := v.AsValueSlice()
	if list, ok := expression.Bare(expr).(*hclsyntax.TupleConsExpr); ok && len(list.Exprs) == len(values) {
		return values, list.Exprs
	}
	return values, slices.Repeat([]hclsyntax.Expression{expr}, len(values))
}

// Texts decodes an attribute that is text or a list of text. Its expression is nil if it
// is not written, or null.
func (r *Reader) Texts(block *hclsyntax.Block, param contract.Param) ([]string, hclsyntax.Expression, bool) {
	written, ok := block.Body.Attributes[param.Name]
	if !ok {
		return nil, nil, true
	}
	v, ok := expression.Evaluate(&r.Remarks, written.Expr, r.Values)
	if !ok || !v.IsKnown() {
		return nil, nil, false
	}
	if v.IsNull() {
		return nil, nil, true
	}
	param.Type = "list(string)"
	if !typed.IsSequence(v.Type()) {
		param.Type = "string"
	}
	t, _ := typed.Type(param)
	decoded, ok := r.Decode(v, param, t, written.Expr, typed.Hints{})
	if !ok {
		return nil, nil, false
	}
	if one, single := decoded.(string); single {
		return []string{one}, written.Expr, true
	}
	return lists.Map(decoded.([]any), func(element any) string { return element.(string) }), written.Expr, true
}

// Content reads the file that an attribute names, relative to the experiment file.
func (r *Reader) Content(name string, at hcl.Range) (any, bool) {
	path := r.Files.Resolve(name, false)
	wrong := func(format string, args ...any) (any, bool) {
		r.Errorf(mistake.FileNotRead, at, fmt.Sprintf("The file %q cannot be read", name), format, args...)
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
