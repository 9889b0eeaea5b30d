package expression

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// Limits on what expressions may make, values being counted with what is within
// them: on the value of an attribute, and on the work of all expressions of a
// file, in which what a function takes and gives and what a `for` makes counts.
const (
	maxValues = 250_000 // as in a matrix of 500 rows and columns
	maxText   = 4 << 20 // bytes
	maxWork   = 10      // times as much
	loopWork  = maxWork // values that a round of a `for` counts as
)

// errTooMuch says that a limit is exceeded.
var errTooMuch = fmt.Errorf("more than %d values or %d MiB of text", maxValues, maxText>>20)

// budget is what may still be made.
type budget struct{ values, text int }

// forValue is the budget of one value, forWork that of all expressions of a file.
func forValue() *budget { return &budget{maxValues, maxText} }
func forWork() *budget  { return &budget{maxWork * maxValues, maxWork * maxText} }

// charge takes a value, with what is within it, off the budget. It reports false
// if that is spent.
func (b *budget) charge(v cty.Value) bool {
	b.values--
	switch {
	case b.values < 0:
		return false
	case v.IsNull() || !v.IsKnown() || v.IsMarked():
	case v.Type() == ChoicesType:
		return b.chargeAll(v.EncapsulatedValue().(*Choices).Values)
	case v.Type() == cty.String:
		b.text -= len(v.AsString())
	case v.CanIterateElements():
		for it := v.ElementIterator(); it.Next(); {
			key, element := it.Element()
			if key.Type() == cty.String {
				b.text -= len(key.AsString())
			}
			if !b.charge(element) {
				return false
			}
		}
	}
	return b.text >= 0
}

func (b *budget) chargeAll(values []cty.Value) bool {
	for _, v := range values {
		if !b.charge(v) {
			return false
		}
	}
	return true
}

// spent is what ends an evaluation that exceeds its budget: the HCL library goes
// on after an error.
type spent struct{}

// charged is an expression whose value is taken off a budget. In a loop it counts
// more, and the first error ends the evaluation: it would be said in each round.
type charged struct {
	hclsyntax.Expression
	budget *budget
	loop   bool
}

// Value implements hclsyntax.Expression.
func (c charged) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	v, diags := c.Expression.Value(ctx)
	if c.loop {
		c.budget.values -= loopWork
		if diags.HasErrors() {
			panic(diags)
		}
	}
	if !c.budget.charge(v) {
		panic(spent{})
	}
	return v, diags
}

// divisor is an expression that must not be 0.
type divisor struct{ hclsyntax.Expression }

// Value implements hclsyntax.Expression.
func (d divisor) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	v, diags := d.Expression.Value(ctx)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type() != cty.Number || v.AsBigFloat().Sign() != 0 {
		return v, diags
	}
	at := d.Range()
	return cty.DynamicVal, append(diags, &hcl.Diagnostic{
		Severity: hcl.DiagError, Subject: &at,
		Summary: "Division by zero", Detail: "The divisor must not be 0.",
	})
}

func tooMuch(expr hclsyntax.Expression) hcl.Diagnostics {
	at := expr.Range()
	return hcl.Diagnostics{{
		Severity: hcl.DiagError, Subject: &at,
		Summary: "The expression produces too many values",
		Detail:  fmt.Sprintf("It makes %v. Put a large matrix in a CSV file of its own.", errTooMuch),
	}}
}

// bounded puts what watches over them around the parts of an expression that are
// evaluated many times or grow, and returns what takes it off again.
func bounded(expr hclsyntax.Expression, b *budget) (restore func()) {
	var parts, before []*hclsyntax.Expression
	var by []hclsyntax.Expression
	watch := func(part *hclsyntax.Expression, watcher hclsyntax.Expression) {
		if *part != nil {
			was := *part
			parts, before, by = append(parts, part), append(before, &was), append(by, watcher)
		}
	}
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		watchParts(node, b, watch)
		return nil
	})
	for i, part := range parts {
		*part = by[i]
	}
	return func() {
		for i, part := range parts {
			*part = *before[i]
		}
	}
}

// watchParts calls watch with each part of a node that is evaluated many times or grows, and
// with what watches over it.
func watchParts(node hclsyntax.Node, b *budget, watch func(part *hclsyntax.Expression, by hclsyntax.Expression)) {
	switch e := node.(type) {
	case *hclsyntax.ForExpr:
		watch(&e.KeyExpr, charged{e.KeyExpr, b, true})
		watch(&e.ValExpr, charged{e.ValExpr, b, true})
		watch(&e.CondExpr, charged{e.CondExpr, b, true})
	case *hclsyntax.TemplateExpr:
		for i := range e.Parts {
			watch(&e.Parts[i], charged{e.Parts[i], b, false})
		}
	case *hclsyntax.SplatExpr:
		watch(&e.Source, charged{e.Source, b, false})
	case *hclsyntax.ConditionalExpr:
		watch(&e.TrueResult, charged{e.TrueResult, b, false})
		watch(&e.FalseResult, charged{e.FalseResult, b, false})
	case *hclsyntax.BinaryOpExpr:
		if e.Op == hclsyntax.OpModulo || e.Op == hclsyntax.OpDivide {
			watch(&e.RHS, divisor{e.RHS})
		} else {
			watch(&e.RHS, charged{e.RHS, b, false})
		}
	}
}

// boundedFunctions returns the functions, whose arguments and results are taken
// off a budget.
func boundedFunctions(b *budget) map[string]function.Function {
	all := make(map[string]function.Function, len(Functions))
	for name, f := range Functions {
		all[name] = boundedFunc(f, grown[name], b)
	}
	return all
}

// boundedFunc is a function on a budget. grown is how many bytes of text it makes
// of its arguments, if that can be more than theirs; nil if not.
func boundedFunc(f function.Function, grown func(args []cty.Value) (int, error), b *budget) function.Function {
	return function.New(&function.Spec{
		Params: f.Params(), VarParam: f.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) {
			if !b.chargeAll(args) || !forValue().chargeAll(args) {
				return cty.NilType, errTooMuch
			}
			if grown != nil {
				if size, err := grown(args); err != nil {
					return cty.NilType, err
				} else if size > maxText {
					return cty.NilType, errTooMuch
				}
			}
			return f.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f.Call(args) },
	})
}

// grown lists the functions that make more text than they take.
var grown = map[string]func(args []cty.Value) (int, error){"join": joinedText, "format": formattedText}

// used is the number of values and bytes of text of arguments that are within
// limits.
func used(args []cty.Value) (values, text int) {
	left := forValue()
	left.chargeAll(args)
	return maxValues - left.values, maxText - left.text
}

// textOf returns a known text, "" of anything else.
func textOf(v cty.Value) string {
	if v.IsNull() || !v.IsKnown() || v.IsMarked() || v.Type() != cty.String {
		return ""
	}
	return v.AsString()
}

// joinedText counts the separator once for each value.
func joinedText(args []cty.Value) (int, error) {
	values, text := used(args)
	return text + len(textOf(args[0]))*values, nil
}

// maxFormatNumber bounds the widths, precisions and indices of a format.
const maxFormatNumber = 1000

// formattedText counts all arguments for each verb of the format.
func formattedText(args []cty.Value) (int, error) {
	const valueText = 40 // of a number
	format := strings.ReplaceAll(textOf(args[0]), "%%", "")
	for _, verb := range strings.Split(format, "%")[1:] {
		if !smallNumbers(verb) {
			return 0, fmt.Errorf("a number in the format is larger than %d", maxFormatNumber)
		}
	}
	values, text := used(args[1:])
	return len(format) + strings.Count(format, "%")*(maxFormatNumber+text+valueText*values), nil
}

// smallNumbers reports whether the numbers before the letter of a verb are within
// the limit.
func smallNumbers(verb string) bool {
	number := 0
	for _, c := range verb {
		switch {
		case '0' <= c && c <= '9':
			if number = 10*number + int(c-'0'); number > maxFormatNumber {
				return false
			}
		case strings.ContainsRune("[]+-# .", c):
			number = 0
		default:
			return true
		}
	}
	return true
}
