package experiment

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
)

// text is a file as it was read: what diagnostics point at and quote.
type text struct {
	path  string
	bytes []byte
}

// diagnostic returns a remark on a stretch of the text.
func (t *text) diagnostic(severity contract.Severity, at hcl.Range, summary, detail string) Diagnostic {
	return Diagnostic{
		Severity: severity,
		Summary:  summary,
		Detail:   detail,
		Range:    t.place(at),
		quote:    quoted(t.bytes, at.Start.Byte, at.End.Byte),
	}
}

// place converts a range of the HCL library.
func (t *text) place(at hcl.Range) *Range {
	return &Range{
		File:  t.path,
		Start: Pos{Line: at.Start.Line, Column: at.Start.Column},
		End:   Pos{Line: at.End.Line, Column: at.End.Column},
	}
}

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

// Diagnostic gives a remark on the instance's configuration its place in the
// experiment file: the element that Path leads to, or the nearest thing around
// it that is written out. An attribute that is not written is the block itself.
func (i *Instance) Diagnostic(d contract.Diagnostic) Diagnostic { return i.source.diagnostic(d) }

// Errorf returns an error on the instance's configuration at a path; see
// Instance.Diagnostic.
func (i *Instance) Errorf(path []any, summary, format string, args ...any) Diagnostic {
	return i.Diagnostic(contract.Errorf(path, summary, format, args...))
}

// Errorf returns an error on the entry of required_plugins.
func (r *RequiredPlugin) Errorf(summary, format string, args ...any) Diagnostic {
	return r.source.diagnostic(contract.Errorf(nil, summary, format, args...))
}

// VersionErrorf returns an error on required_version.
func (f *File) VersionErrorf(summary, format string, args ...any) Diagnostic {
	return f.version.diagnostic(contract.Errorf(nil, summary, format, args...))
}

// Diagnostic gives a remark on the metric's configuration its place in the
// experiment file; see Instance.Diagnostic.
func (m *Metric) Diagnostic(d contract.Diagnostic) Diagnostic { return m.source.diagnostic(d) }

// Errorf returns an error on the metric's configuration at a path.
func (m *Metric) Errorf(path []any, summary, format string, args ...any) Diagnostic {
	return m.Diagnostic(contract.Errorf(path, summary, format, args...))
}
