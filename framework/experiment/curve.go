package experiment

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/wording"
)

// Curve is a curve that the experiment asks for.
type Curve struct {
	plan.Curve
	source expression.Source // x
}

// Errorf returns an error on what the curve is over.
func (c *Curve) Errorf(summary, format string, args ...any) diagnostic.Diagnostic {
	return c.source.Diagnostic(contract.Errorf(nil, summary, format, args...))
}

// curveParams are the attributes of a curve block but for x and the metric, which are
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
		{Name: "average", Type: "any", Doc: "Parameters that points average over, such as \"reduction.draw\", one or a list: " +
			"a point is the mean over their values, and the band their deviation. By default both are of folds."},
	}, curveParams...)
}

// curve decodes one curve block.
func (b *binder) curve(block *hclsyntax.Block) (Curve, bool) {
	c := Curve{Curve: plan.Curve{Name: block.Labels[0]}}
	attrs, good := b.attributes(block, schema{what: "curve", params: curveParams},
		contract.Param{Name: "x"}, contract.Param{Name: "metric"}, contract.Param{Name: "average"})
	m := b.tableMetric(block)
	over := b.over(block, &c)
	if averages := b.curveAverage(block, &c); m == nil || !over || !good || !averages {
		return c, false
	}
	if c.Metric = m.Name; m.PerClass() {
		b.Errorf(block.Body.Attributes["metric"].Expr.Range(), fmt.Sprintf("Metric %q is a number for each class", m.Name),
			"A curve is of one number. Take an average over classes.")
		return c, false
	}
	for _, attr := range attrs {
		c.Scale = attr.values[0].(string)
	}
	return c, true
}

// curveAverage decodes what a curve averages over.
func (b *binder) curveAverage(block *hclsyntax.Block, c *Curve) bool {
	expr, good := b.averageOf(block, "A curve", &c.Average)
	if at := slices.Index(c.Average, c.X()); expr != nil && at >= 0 {
		b.Errorf(expression.Locate(expr, []any{at}), fmt.Sprintf("The curve is over %s", c.X()), "It cannot average over the same.")
		return false
	}
	return good
}

// averageOf decodes the parameters whose variants a block of some type averages over. It
// returns their expression, nil if they are not written.
func (b *binder) averageOf(block *hclsyntax.Block, what string, into *[]string) (hclsyntax.Expression, bool) {
	expr, good := b.tableAxis(block, "average", into)
	for i, axis := range *into {
		kind, parameter := plan.SplitAxis(axis)
		if !slices.Contains(curveKinds, kind) || slices.Contains([]string{plan.BlockSetting, plan.TypeSetting, ""}, parameter) {
			b.Errorf(expression.Locate(expr, []any{i}), "This must be a parameter of encoders, learners or reductions",
				"%s averages over variants that differ in one, as in average = %q.", what, "reduction.draw")
			good = false
		}
	}
	return expr, good
}

// curveKinds are the kinds of blocks whose numbers curves can be over.
var curveKinds = []contract.Kind{contract.KindEncoder, contract.KindLearner, contract.KindReducer}

// over decodes what a curve is over.
func (b *binder) over(block *hclsyntax.Block, c *Curve) bool {
	written, ok := block.Body.Attributes["x"]
	if !ok {
		b.Errorf(block.DefRange(), `Attribute "x" is missing`, "Write for example x = reduction.columns, or x = learner.C.")
		return false
	}
	at := written.Expr.Range()
	path, diags := hcl.AbsTraversalForExpr(written.Expr)
	if diags.HasErrors() || len(path) != 2 {
		b.Errorf(at, "This must be a parameter of a kind of blocks",
			"Write for example reduction.columns, or learner.C, without quotes.")
		return false
	}
	parameter, isName := path[1].(hcl.TraverseAttr)
	c.Kind = contract.Kind(path.RootName())
	if !isName || !slices.Contains(curveKinds, c.Kind) {
		b.Errorf(at, "This must be a parameter of a kind of blocks",
			"The kinds are encoder, learner and reduction. Learning curves need no block: validation has train_sizes.")
		return false
	}
	c.Parameter, c.source = parameter.Name, expression.Source{Text: b.Text, Header: at}
	return c.CountsColumns() || b.varies(*c, at)
}

// varies reports an x that is no number, or the same in all variants of each block. Where
// blocks have mistakes, not all variants are known and nothing is reported.
func (b *binder) varies(c Curve, at hcl.Range) bool {
	if b.partial {
		return true
	}
	varied, has := b.numbers(c.Kind), false
	if slices.Contains(varied, c.Parameter) {
		return true
	}
	for _, i := range b.instancesOf(c.Kind) {
		value, known := i.Values()[c.Parameter]
		if _, isNumber := value.(float64); known && !isNumber {
			b.Errorf(at, fmt.Sprintf("%s is no number", c.X()), "%s",
				wording.Instead(c.Parameter, varied, fmt.Sprintf("The numbers in which variants of %ss differ are", c.Kind)))
			return false
		}
		has = has || known
	}
	if !has {
		b.Errorf(at, fmt.Sprintf("No %s has a number %q", c.Kind, c.Parameter), "%s",
			wording.Instead(c.Parameter, varied, fmt.Sprintf("The numbers in which variants of %ss differ are", c.Kind)))
		return false
	}
	b.Errorf(at, fmt.Sprintf("%s does not vary", c.X()),
		"A curve needs a block with variants, for example %s = grid(1, 10, 100). Tuned parameters have no curve.", c.Parameter)
	return false
}

// instancesOf are the variants of a kind of blocks.
func (b *binder) instancesOf(kind contract.Kind) []Instance {
	for _, a := range b.exp.axes() {
		if a.kind == kind {
			return a.instances
		}
	}
	return nil
}

// numbers lists the parameters in which variants of some block differ as numbers.
func (b *binder) numbers(kind contract.Kind) []string {
	var names []string
	first := map[[2]string]float64{} // by line and parameter
	for _, i := range b.instancesOf(kind) {
		for _, p := range i.Component.Params {
			value, isNumber := i.Values()[p.Name].(float64)
			tuned := i.Host.Tune != nil && slices.Contains(i.Host.Tune.Parameters, p.Name)
			if !isNumber || tuned || slices.Contains(names, p.Name) {
				continue
			}
			line := [2]string{plan.LineOf(i.Name, p.Name), p.Name}
			if before, known := first[line]; known && before != value {
				names = append(names, p.Name)
			}
			first[line] = value
		}
	}
	return names
}
