package tables

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/results/plan"
)

// Curve is a curve that the experiment asks for.
type Curve struct {
	plan.Curve
	source expression.Source // x
}

// Errorf returns an error on what the curve is over.
func (c *Curve) Errorf(code mistake.Code, summary, format string, args ...any) diagnostic.Diagnostic {
	return c.source.Diagnostic(contract.As(code).Errorf(nil, summary, format, args...))
}

// curveParams are the attributes of a curve block except x and the metric, which are
// references.
var curveParams = []contract.Param{
	{Name: "scale", Type: "string", OneOf: []string{"log", "linear"},
		Doc: "The axis of x; by default it is logarithmic where the largest value is ten times the smallest."},
}

// CurveParams are the attributes of a curve block.
func CurveParams() []contract.Param {
	return append([]contract.Param{
		{Name: "x", Type: "any", Required: true, Doc: "A number in which variants differ: encoder.PARAMETER, " +
			"learner.PARAMETER, reduction.PARAMETER, or reduction.columns, the number of columns that codes have."},
		{Name: "metric", Type: "any", Required: true, Doc: "Reference to a metric that is a number: metric.NAME."},
		{Name: "average", Type: "any", Doc: "Parameters that points average over, such as \"reduction.draw\", " +
			"one or a list: a point is the mean over their values, and the band their deviation. By default both are of folds."},
	}, curveParams...)
}

// Curve decodes one curve block.
func (r *Reader) Curve(block *hclsyntax.Block) (Curve, bool) {
	c := Curve{Curve: plan.Curve{Name: block.Labels[0]}}
	attrs, good := r.Attributes(block, blocks.Schema{What: "curve", Params: curveParams},
		contract.Param{Name: "x"}, contract.Param{Name: "metric"}, contract.Param{Name: "average"})
	spec := r.metric(block)
	over := r.over(block, &c)
	if averages := r.curveAverage(block, &c); spec == nil || !over || !good || !averages {
		return c, false
	}
	if c.Metric = spec.Name; spec.PerClass() {
		r.Errorf(mistake.UnsuitedMetric, block.Body.Attributes["metric"].Expr.Range(),
			fmt.Sprintf("Metric %q is a number for each class", spec.Name),
			"A curve needs one number. Use an average over classes.")
		return c, false
	}
	for _, attr := range attrs {
		c.Scale = attr.Values[0].(string)
	}
	return c, true
}

// curveAverage decodes what a curve averages over.
func (r *Reader) curveAverage(block *hclsyntax.Block, c *Curve) bool {
	expr, good := r.averageOf(block, "A curve", &c.Average)
	if at := slices.Index(c.Average, c.X()); expr != nil && at >= 0 {
		r.Errorf(mistake.BadCurve, expression.Locate(expr, []any{at}), fmt.Sprintf("The curve is over %s", c.X()),
			"It cannot average over the same.")
		return false
	}
	return good
}

// over decodes what a curve is over.
func (r *Reader) over(block *hclsyntax.Block, c *Curve) bool {
	written, ok := block.Body.Attributes["x"]
	if !ok {
		r.Errorf(mistake.Missing, block.DefRange(), `Attribute "x" is missing`,
			"Write for example x = reduction.columns, or x = learner.C.")
		return false
	}
	at := written.Expr.Range()
	path, diags := hcl.AbsTraversalForExpr(written.Expr)
	if diags.HasErrors() || len(path) != 2 {
		r.Errorf(mistake.BadCurve, at, "This must be a parameter of a kind of blocks",
			"Write for example reduction.columns, or learner.C, without quotes.")
		return false
	}
	parameter, isName := path[1].(hcl.TraverseAttr)
	c.Kind = contract.Kind(path.RootName())
	if !isName || !slices.Contains(curveKinds, c.Kind) {
		r.Errorf(mistake.BadCurve, at, "This must be a parameter of a kind of blocks",
			"The kinds are encoder, learner and reduction. Learning curves need no block: validation has train_sizes.")
		return false
	}
	c.Parameter, c.source = parameter.Name, expression.Source{Text: r.Text, Header: at}
	return c.CountsColumns() || r.varies(*c, at)
}

// varies reports an x that is not a number, or the same in all variants of each block. Where
// blocks have mistakes, not all variants are known and nothing is reported.
func (r *Reader) varies(c Curve, at hcl.Range) bool {
	if r.Partial {
		return true
	}
	varied, has := r.numbers(c.Kind), false
	if slices.Contains(varied, c.Parameter) {
		return true
	}
	for _, m := range r.Members[c.Kind] {
		value, known := m.Values[c.Parameter]
		if _, isNumber := value.(float64); known && !isNumber {
			r.Errorf(mistake.BadCurve, at, fmt.Sprintf("%s is not a number", c.X()), "%s",
				wording.Instead(c.Parameter, varied, fmt.Sprintf("The numbers in which variants of %ss differ are", c.Kind)))
			return false
		}
		has = has || known
	}
	if !has {
		r.Errorf(mistake.BadCurve, at, fmt.Sprintf("No %s has a number %q", c.Kind, c.Parameter), "%s",
			wording.Instead(c.Parameter, varied, fmt.Sprintf("The numbers in which variants of %ss differ are", c.Kind)))
		return false
	}
	r.Errorf(mistake.BadCurve, at, fmt.Sprintf("%s does not vary", c.X()),
		"A curve needs a block with variants, for example %s = grid(1, 10, 100). Tuned parameters have no curve.",
		c.Parameter)
	return false
}

// numbers lists the parameters in which variants of some block differ as numbers.
func (r *Reader) numbers(kind contract.Kind) []string {
	var names []string
	first := map[[2]string]float64{} // by line and parameter
	for _, m := range r.Members[kind] {
		for _, p := range m.Params {
			value, isNumber := m.Values[p.Name].(float64)
			if !isNumber || slices.Contains(m.Tuned, p.Name) || slices.Contains(names, p.Name) {
				continue
			}
			line := [2]string{plan.LineOf(m.Name, p.Name), p.Name}
			if before, known := first[line]; known && before != value {
				names = append(names, p.Name)
			}
			first[line] = value
		}
	}
	return names
}
