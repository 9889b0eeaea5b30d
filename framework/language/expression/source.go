package expression

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// Source is where a block was written. The zero value belongs to what no block
// was written for.
type Source struct {
	Text   *diagnostic.Text
	Header hcl.Range // the block's type and labels
	// values holds the expression of every attribute written; for a variant,
	// the variant's own argument of grid().
	Values map[string]hclsyntax.Expression
}

// Locate follows a path of attribute names and list indices as far as the
// expressions are written out, and returns the last one's range.
func (s Source) Locate(path []any) hcl.Range {
	if len(path) == 0 {
		return s.Header
	}
	name, _ := path[0].(string)
	expr, ok := s.Values[name]
	if !ok {
		return s.Header
	}
	return Locate(expr, path[1:])
}

// Locate is Source.Locate from an expression on.
func Locate(expr hclsyntax.Expression, path []any) hcl.Range {
	for _, step := range path {
		next := descend(expr, step)
		if next == nil {
			break
		}
		expr = next
	}
	return expr.Range()
}

// descend returns the expression of one element of a list or object that is
// written out, else nil.
func descend(expr hclsyntax.Expression, step any) hclsyntax.Expression {
	switch e := Bare(expr).(type) {
	case *hclsyntax.TupleConsExpr:
		if i, ok := step.(int); ok && i >= 0 && i < len(e.Exprs) {
			return e.Exprs[i]
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			switch key, ok := LiteralString(item.KeyExpr); {
			case ok && key == step:
				return item.ValueExpr
			case ok && contract.Key(key) == step:
				return item.KeyExpr
			}
		}
	}
	return nil
}

// Member is where an attribute of an object is written, or the object as a whole.
func Member(expr hclsyntax.Expression, name string) hclsyntax.Expression {
	if member := descend(expr, name); member != nil {
		return member
	}
	return expr
}

// Bare takes parentheses off an expression.
func Bare(expr hclsyntax.Expression) hclsyntax.Expression {
	for {
		p, ok := expr.(*hclsyntax.ParenthesesExpr)
		if !ok {
			return expr
		}
		expr = p.Expression
	}
}

// LiteralString returns the text of an expression that needs no evaluation.
func LiteralString(expr hclsyntax.Expression) (string, bool) {
	v, diags := Value(expr, &Scope{budget: forWork()})
	if diags.HasErrors() || v.Type() != cty.String || v.IsNull() || !v.IsKnown() {
		return "", false
	}
	return v.AsString(), true
}

// Diagnostic gives a remark on a configuration its place in the file.
func (s Source) Diagnostic(d contract.Diagnostic) diagnostic.Diagnostic {
	code := d.Code
	switch {
	case code != "":
	case d.Severity == contract.Error:
		code = mistake.Refused
	default:
		code = mistake.Doubted
	}
	if s.Text == nil {
		return diagnostic.Diagnostic{Severity: d.Severity, Code: code, Summary: d.Summary, Detail: d.Detail}
	}
	return s.Text.Diagnostic(d.Severity, code, s.Locate(d.Path), d.Summary, d.Detail)
}
