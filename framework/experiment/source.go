package experiment

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
)

// source is where a block was written. The zero value belongs to what no block
// was written for.
type source struct {
	text   *text
	header hcl.Range // the block's type and labels
	// values holds the expression of every attribute written; for a variant,
	// the variant's own argument of grid().
	values map[string]hclsyntax.Expression
}

// locate follows a path of attribute names and list indices as far as the
// expressions are written out, and returns the last one's range.
func (s source) locate(path []any) hcl.Range {
	if len(path) == 0 {
		return s.header
	}
	name, _ := path[0].(string)
	expr, ok := s.values[name]
	if !ok {
		return s.header
	}
	return locate(expr, path[1:])
}

// locate is source.locate from an expression on.
func locate(expr hclsyntax.Expression, path []any) hcl.Range {
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
	switch e := bare(expr).(type) {
	case *hclsyntax.TupleConsExpr:
		if i, ok := step.(int); ok && i >= 0 && i < len(e.Exprs) {
			return e.Exprs[i]
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			if key, ok := literalString(item.KeyExpr); ok && key == step {
				return item.ValueExpr
			}
		}
	}
	return nil
}

// bare takes parentheses off an expression.
func bare(expr hclsyntax.Expression) hclsyntax.Expression {
	for {
		p, ok := expr.(*hclsyntax.ParenthesesExpr)
		if !ok {
			return expr
		}
		expr = p.Expression
	}
}

// literalString returns the text of an expression that needs no evaluation.
func literalString(expr hclsyntax.Expression) (string, bool) {
	v, diags := evaluated(expr, &scope{budget: forWork()})
	if diags.HasErrors() || v.Type() != cty.String || v.IsNull() || !v.IsKnown() {
		return "", false
	}
	return v.AsString(), true
}

// diagnostic gives a remark on a configuration its place in the file.
func (s source) diagnostic(d contract.Diagnostic) Diagnostic {
	if s.text == nil {
		return Diagnostic{Severity: d.Severity, Summary: d.Summary, Detail: d.Detail}
	}
	return s.text.diagnostic(d.Severity, s.locate(d.Path), d.Summary, d.Detail)
}
