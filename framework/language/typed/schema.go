// Package typed decodes values by the schema of a parameter, and says in words what
// a parameter takes.
package typed

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
)

// Type reads the HCL type expression of a parameter. That of one that refers
// to a learner is ReferenceType, to several a map of it; a file is named by a string.
func Type(p contract.Param) (cty.Type, error) {
	switch p.Type {
	case contract.LearnerType:
		return expression.ReferenceType, nil
	case contract.LearnersType:
		return cty.Map(expression.ReferenceType), nil
	case contract.FileType, contract.PathType:
		return cty.String, nil
	}
	expr, diags := hclsyntax.ParseExpression([]byte(p.Type), p.Name, hcl.InitialPos)
	if diags.HasErrors() {
		return cty.NilType, diags
	}
	t, diags := typeexpr.TypeConstraint(expr)
	if diags.HasErrors() {
		return cty.NilType, diags
	}
	if !supported(t) {
		return cty.NilType, fmt.Errorf("the type %s is not number, string, bool, any, or a list or map of these",
			p.Type)
	}
	return t, nil
}

func supported(t cty.Type) bool {
	if t.IsListType() || t.IsMapType() {
		return supported(t.ElementType())
	}
	return t.IsPrimitiveType() || t == cty.DynamicPseudoType
}

// fault is what is wrong with a value, at a path into it.
type fault struct {
	Code            mistake.Code
	Path            []any
	Summary, Detail string
}

// Hints is what a value of a wrong type may have been meant for.
type Hints struct {
	Others []contract.Param // that its block takes
	Grid   bool             // grid() makes variants here
}

// Decoder turns one attribute's value into what a Config holds: float64,
// string, bool, []any and map[string]any.
type Decoder struct {
	Param contract.Param
	Hints
	Mistakes []fault
	Unknown  bool // part of the value depends on a mistake reported elsewhere
}

func (d *Decoder) wrong(code mistake.Code, path []any, summary, format string, args ...any) any {
	d.Mistakes = append(d.Mistakes, fault{code, slices.Clone(path), summary, fmt.Sprintf(format, args...)})
	return nil
}

// Value decodes v as a value of type t.
func (d *Decoder) Value(v cty.Value, t cty.Type, path []any) any {
	have := v.Type()
	if t == cty.DynamicPseudoType {
		t = natural(have)
	}
	switch {
	case !v.IsKnown():
		d.Unknown = true
		return nil
	case have == expression.ChoicesType:
		return d.wrong(mistake.BadGrid, path, "grid() cannot be used here",
			"grid(), logspace() and linspace() make variants when one of "+
				"them is the whole value of an attribute of an encoder, learner or reduction.")
	case have == expression.DistributionType:
		return d.wrong(mistake.BadGrid, path, "Nothing is sampled here",
			"uniform(), log_uniform() and integers() belong in a tune block, as "+
				"the whole value of a parameter.")
	case v.IsNull():
		return d.wrong(mistake.EmptyValue, path, fmt.Sprintf("Wrong value in %q", d.Param.Name),
			"An element cannot be null.")
	case t.IsPrimitiveType() && have == t:
		return d.scalar(v, path)
	case t == cty.String && have == cty.Number:
		return d.scalar(cty.StringVal(numberText(v)), path)
	case t.IsListType() && IsSequence(have):
		list := make([]any, 0, v.LengthInt())
		for _, element := range v.AsValueSlice() {
			list = append(list, d.Value(element, t.ElementType(), append(path, len(list))))
		}
		return list
	case t.IsMapType() && IsMapping(have):
		object := map[string]any{}
		for it := v.ElementIterator(); it.Next(); {
			key, element := it.Element()
			object[key.AsString()] = d.Value(element, t.ElementType(), append(path, key.AsString()))
		}
		return object
	}
	return d.wrongType(v, t, path)
}

// numberText writes a number as text in the shortest form: all digits of a whole
// number, else those of the nearest float64.
func numberText(v cty.Value) string {
	big := v.AsBigFloat()
	if big.IsInt() && big.Sign() != 0 && big.MantExp(nil) < 128 {
		return big.Text('f', 0)
	}
	f, _ := big.Float64()
	return formatNumber(f + 0) // + 0 takes the sign off a negative zero
}

// natural is the type that a value of a parameter of type any is decoded as.
func natural(t cty.Type) cty.Type {
	switch {
	case IsSequence(t):
		return cty.List(cty.DynamicPseudoType)
	case IsMapping(t):
		return cty.Map(cty.DynamicPseudoType)
	}
	return t
}

func IsSequence(t cty.Type) bool { return t.IsTupleType() || t.IsListType() || t.IsSetType() }
func IsMapping(t cty.Type) bool  { return t.IsObjectType() || t.IsMapType() }

// wrongType reports a value of another type than t.
func (d *Decoder) wrongType(v cty.Value, t cty.Type, path []any) any {
	hint := ""
	switch {
	case v.Type() == cty.String && t == cty.Number:
		if _, err := strconv.ParseFloat(v.AsString(), 64); err == nil {
			hint = fmt.Sprintf(" Write %s without quotes.", v.AsString())
		}
	case v.Type() == cty.String && t == cty.Bool && (v.AsString() == "true" || v.AsString() == "false"):
		hint = fmt.Sprintf(" Write %s without quotes.", v.AsString())
	case t == cty.String && v.Type().IsPrimitiveType():
		hint = " Write it in quotes."
	case t.IsListType() && v.Type().IsPrimitiveType():
		hint = " Write it in brackets."
	case len(path) == 0 && (IsSequence(v.Type()) || IsMapping(v.Type())):
		hint = d.meant(v, t)
	}
	return d.wrong(mistake.WrongType, path, fmt.Sprintf("Wrong type of value for %q", d.Param.Name),
		"This must be %s, not %s.%s", Word(t), Word(v.Type()), hint)
}

// meant says what a list or an object may have been meant for: variants, if its elements
// are values of the parameter, or else the one other attribute that takes it.
func (d *Decoder) meant(v cty.Value, t cty.Type) string {
	if v.LengthInt() == 0 {
		return ""
	}
	if IsSequence(v.Type()) && takes(d.Param, t, v.AsValueSlice()...) {
		if d.Grid {
			return " For a variant of each, write grid(…) in place of the brackets."
		}
		return ""
	}
	var hints []string
	for _, p := range d.Others {
		if other, err := Type(p); err == nil && (other.IsListType() || other.IsMapType()) && takes(p, other, v) {
			hints = append(hints, fmt.Sprintf(" Did you mean %q, which is %s?", p.Name, Word(other)))
		}
	}
	if len(hints) != 1 {
		return ""
	}
	return hints[0]
}

// takes reports whether values are such as a parameter of a type takes.
func takes(p contract.Param, t cty.Type, values ...cty.Value) bool {
	d := Decoder{Param: p}
	for _, v := range values {
		d.Value(v, t, nil)
	}
	return len(d.Mistakes) == 0 && !d.Unknown
}

// scalar decodes a number, string or bool and checks the parameter's
// constraints.
func (d *Decoder) scalar(v cty.Value, path []any) any {
	switch v.Type() {
	case cty.Number:
		return d.number(v, path)
	case cty.Bool:
		return v.True()
	}
	s := v.AsString()
	if len(d.Param.OneOf) > 0 && !slices.Contains(d.Param.OneOf, s) {
		hint := wording.Instead(s, d.Param.OneOf, "It can be one of")
		if numbers := d.Param.Numbers(); d.Param.Type == "any" && numbers != "a number" {
			hint += " Or write " + numbers + "."
		}
		return d.wrong(mistake.UnknownValue, path, fmt.Sprintf("Unknown value %q for %q", s, d.Param.Name),
			"%s", hint)
	}
	return s
}

// number decodes a number.
func (d *Decoder) number(v cty.Value, path []any) any {
	f, accuracy := v.AsBigFloat().Float64()
	if d.Param.Integer && accuracy != big.Exact && !math.IsInf(f, 0) {
		return d.wrong(mistake.OutOfRange, path, fmt.Sprintf("Value outside the range of %q", d.Param.Name),
			"This must be %s, not %s: whole numbers are exact up to 2^53.", d.Param.Numbers(), v.AsBigFloat().Text('g', 40))
	}
	if math.IsInf(f, 0) {
		return d.wrong(mistake.TooLarge, path, "The number is too large", "Numbers are below %.2g.",
			math.MaxFloat64)
	}
	if f == 0 {
		f = 0 // without the sign of a negative zero
	}
	if !d.Param.InBounds(f) {
		return d.wrong(mistake.OutOfRange, path, fmt.Sprintf("Value outside the range of %q", d.Param.Name),
			"This must be %s, not %s.", d.Param.Numbers(), formatNumber(f))
	}
	return f
}

// Word describes a type to a user.
func Word(t cty.Type) string {
	switch {
	case t == cty.Number:
		return "a number"
	case t == cty.String:
		return "text"
	case t == cty.Bool:
		return "true or false"
	case t.IsListType():
		return "a list" + elementWord(t.ElementType())
	case t.IsMapType():
		return "an object" + elementWord(t.ElementType())
	case IsSequence(t):
		return "a list"
	case IsMapping(t):
		return "an object"
	case t == expression.ReferenceType:
		return "a reference to a block"
	}
	return "a value"
}

// elementWord describes what a list or object holds.
func elementWord(t cty.Type) string {
	switch {
	case t == cty.Number:
		return " of numbers"
	case t == cty.String:
		return " of text"
	case t.IsListType():
		return " of lists" + elementWord(t.ElementType())
	}
	return ""
}

// formatNumber writes a number in the shortest form that reads back the same,
// as JSON does.
func formatNumber(f float64) string {
	b, err := json.Marshal(f)
	if err != nil {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return string(b)
}

// Format writes a decoded value as names hold it: text bare, numbers in
// the shortest form.
func Format(v any) string {
	switch v := v.(type) {
	case float64:
		return formatNumber(v)
	case []any:
		return "[" + strings.Join(lists.Map(v, Format), ",") + "]"
	case map[string]any:
		b, err := json.Marshal(v)
		if err == nil {
			return string(b)
		}
	}
	return fmt.Sprint(v)
}

// TriedExample is a sentence that shows values to try of the first parameter that
// has some.
func TriedExample(params ...contract.Param) string {
	for _, p := range params {
		if values := someValues(p); len(values) > 0 {
			return fmt.Sprintf("Write for example %s = [%s].", p.Name, strings.Join(values, ", "))
		}
	}
	return "Write a list of values."
}

// someValues returns a few values of a parameter, as a file would have them.
func someValues(p contract.Param) []string {
	switch {
	case len(p.OneOf) > 0:
		return wording.Quoted(p.OneOf[:min(len(p.OneOf), 3)])
	case p.Type == "bool":
		return []string{"true", "false"}
	case p.Type == contract.LearnerType:
		return []string{"learner.NAME", "learner.OTHER"}
	case p.Type != "number":
		return nil
	}
	var values []string
	for _, f := range []float64{0.1, 1, 10, 0.5, 2, 5, 100} {
		if p.InBounds(f) && len(values) < 3 {
			values = append(values, formatNumber(f))
		}
	}
	return values
}
