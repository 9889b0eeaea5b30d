package expression

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// Evaluate returns the value of an expression, and whether it has one. All
// unknown references are reported, each at its position.
func Evaluate(r *diagnostic.Remarks, expr hclsyntax.Expression, s *Scope) (cty.Value, bool) {
	good := checkCalls(r, expr)
	for _, traversal := range expr.Variables() {
		good = checkReference(r, traversal, s) && good
	}
	if !good {
		return cty.DynamicVal, false
	}
	v, diags := Value(expr, s)
	for _, d := range diags {
		r.HCL(mistake.BadExpression, hcl.Diagnostics{ofValue(d)})
	}
	return v, !diags.HasErrors()
}

// checkCalls reports every call of a function that does not exist.
func checkCalls(r *diagnostic.Remarks, expr hclsyntax.Expression) bool {
	good := true
	hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		call, ok := node.(*hclsyntax.FunctionCallExpr)
		if !ok {
			return nil
		}
		if _, known := Functions[call.Name]; !known {
			r.Errorf(mistake.UnknownReference, call.NameRange,
				fmt.Sprintf("There is no function %q", call.Name), "%s",
				wording.Instead(call.Name, slices.Sorted(maps.Keys(Functions)), "The functions are"))
			good = false
		}
		return nil
	})
	return good
}

// checkReference reports a reference to a name that does not exist.
func checkReference(r *diagnostic.Remarks, t hcl.Traversal, s *Scope) bool {
	root := t.RootName()
	names, ok := s.Names[root]
	if !ok {
		r.Errorf(mistake.UnknownReference, t.SourceRange(), fmt.Sprintf("Unknown reference %q", root), "%s",
			unknownRoot(t, s))
		return false
	}
	if len(t) < 2 {
		return true
	}
	name, ok := StepName(t[1])
	if !ok {
		return true
	}
	if !s.known[root][name] {
		r.Errorf(mistake.UnknownReference, t.SourceRange(),
			fmt.Sprintf("There is no %s %q", rootWord(root), name), "%s",
			wording.Instead(name, names, "There are"))
		return false
	}
	if isBlockRoot(root) && len(t) > 2 {
		r.Errorf(mistake.UnknownReference, t.SourceRange(),
			fmt.Sprintf("%s has no attributes to refer to", wording.Capital(wording.A(root))),
			"Write %s.%s for the block with all its variants.", root, name)
		return false
	}
	return true
}

// unknownRoot says what to do about a reference that begins with no known root.
func unknownRoot(t hcl.Traversal, s *Scope) string {
	root := t.RootName()
	switch {
	case isBlockRoot(root):
		return fmt.Sprintf("%s can be referred to only where one is asked for, as in a grid block.",
			wording.Capital(wording.A(root)))
	case len(t) == 1:
		return fmt.Sprintf("If this is text, write it in quotes: %q.", root)
	}
	return wording.Instead(root, s.roots(), "References begin with")
}

// isBlockRoot reports whether references under a root name blocks.
func isBlockRoot(root string) bool { return slices.Contains(referenceKinds, root) }

// rootWord is what the things below a root are called.
func rootWord(root string) string {
	return strings.Replace(root, "var", "variable", 1)
}

// StepName returns the name that a step of a traversal leads to.
func StepName(step hcl.Traverser) (string, bool) {
	switch step := step.(type) {
	case hcl.TraverseAttr:
		return cty.NormalizeString(step.Name), true
	case hcl.TraverseIndex:
		if step.Key.Type() == cty.String && step.Key.IsKnown() && !step.Key.IsNull() {
			return step.Key.AsString(), true
		}
	}
	return "", false
}

// ofValue is an error in the value of an expression in words of this project.
func ofValue(d *hcl.Diagnostic) *hcl.Diagnostic {
	said := *d
	switch {
	case callFailed.MatchString(d.Detail):
		said.Summary = callFailed.FindStringSubmatch(d.Detail)[1] + "() has no value here"
		said.Detail = wording.Capital(callFailed.ReplaceAllString(d.Detail, ""))
	case badArgument.MatchString(d.Detail):
		said.Detail = wording.Capital(badArgument.ReplaceAllString(d.Detail, ""))
	case argumentsOf.MatchString(d.Detail):
		said.Detail = "Write " + form(argumentsOf.FindStringSubmatch(d.Detail)[1]) + "."
	}
	return &said
}

// form is how a function is called: logspace(lo, hi, n).
func form(name string) string {
	var names []string
	for _, p := range Functions[name].Params() {
		names = append(names, p.Name)
	}
	if more := Functions[name].VarParam(); more != nil {
		names = append(names, more.Name+" …")
	}
	return name + "(" + strings.Join(names, ", ") + ")"
}

var (
	callFailed  = regexp.MustCompile(`^Call to function "(\w+)" failed: `)
	badArgument = regexp.MustCompile(`^Invalid value for "(\w+)" parameter: `)
	argumentsOf = regexp.MustCompile(`^Function "(\w+)" expects .*argument\(s\)\.`)
)

// Value returns the value of an expression, which must stay within limits.
// The expression is as before when it returns.
func Value(expr hclsyntax.Expression, s *Scope) (v cty.Value, diags hcl.Diagnostics) {
	restore := bounded(expr, s.budget)
	defer func() {
		restore()
		switch end := recover().(type) {
		case nil:
			return
		case hcl.Diagnostics:
			diags = end
		case spent:
			diags = tooMuch(expr)
		default:
			panic(end)
		}
		v = cty.DynamicVal
	}()
	v, diags = expr.Value(s.Context)
	if !diags.HasErrors() && !forValue().charge(v) {
		return cty.DynamicVal, tooMuch(expr)
	}
	return v, diags
}
