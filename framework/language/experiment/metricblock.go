package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/typed"
)

// metricName is the attribute that every metric takes besides its own.
var metricName = contract.Param{Name: "name", Type: "string", Doc: "What tables and files call the metric."}

// bindMetrics binds the metric blocks and makes their names known. Without one
// there is the accuracy.
func (b *binder) bindMetrics() {
	for _, block := range b.file.of("metric") {
		b.addMetric(b.bindMetric(block))
	}
	if len(b.file.of("metric")) == 0 {
		m := metricBlock{kind: defaultMetric, name: defaultMetric}
		for _, i := range b.standIn(contract.KindMetric, defaultMetric) {
			m.bound = &Metric{Spec: metric.Spec{Name: i.Name, Type: i.Name, Config: i.Config}}
		}
		b.addMetric(m)
	}
	var names []string
	for _, m := range b.metrics {
		for _, name := range []string{m.kind, m.name} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, m := range b.metrics {
		found := blocks.Metric{Type: m.kind, Name: m.name}
		if m.bound != nil {
			found.Spec = &m.bound.Spec
		}
		b.Reader.Metrics = append(b.Reader.Metrics, found)
	}
	b.Blocks.DefineBlocks(string(contract.KindMetric), names)
}

// addMetric keeps a metric, and reports one whose name is taken.
func (b *binder) addMetric(m metricBlock) {
	for _, before := range b.metrics {
		if before.name == m.name && before.bound != nil && m.bound != nil {
			b.Errorf(mistake.Duplicate, m.block.DefRange(), fmt.Sprintf("There is a second metric %q", m.name),
				"The first is on line %d. Give one of them another name with the attribute name.",
				before.block.TypeRange.Start.Line)
		}
	}
	b.metrics = append(b.metrics, m)
	if m.bound != nil {
		b.exp.Metrics = append(b.exp.Metrics, *m.bound)
	}
}

// bindMetric decodes one metric block.
func (b *binder) bindMetric(block *hclsyntax.Block) metricBlock {
	kind := cty.NormalizeString(block.Labels[0])
	m := metricBlock{kind: kind, name: labelledMetric(block, kind), block: block}
	c, ok := b.component(contract.KindMetric, m.kind, block.LabelRanges[0])
	if !ok {
		return m
	}
	m.kind = c.Name
	params := c.Params
	if !metric.BuiltIn(c.Name) {
		params = slices.Concat(c.Params, metric.PluginOptions())
	}
	attrs, good := b.Attributes(block, blocks.Schema{What: blocks.Describe(c), Params: params}, metricName)
	m.name = labelledMetric(block, defaultMetricName(c.Name, attrs))
	good = b.nameMetric(&m) && good
	if !good {
		return m
	}
	if !metric.BuiltIn(c.Name) {
		m.bound = b.pluginMetric(m, c, attrs)
		return m
	}
	for _, i := range b.validated(b.instances(block, c, m.name, blocks.FactorsOf(attrs))) {
		m.bound = &Metric{Spec: metric.Spec{Name: m.name, Type: c.Name, Config: i.Config}, source: i.source}
	}
	return m
}

// labelledMetric is the second label of a metric block, or what stands in for it.
func labelledMetric(block *hclsyntax.Block, without string) string {
	if len(block.Labels) > 1 {
		return cty.NormalizeString(block.Labels[1])
	}
	return without
}

// nameMetric checks the name that a block says, with its second label or an attribute.
func (b *binder) nameMetric(m *metricBlock) bool {
	good, labelled := true, len(m.block.Labels) > 1
	if labelled {
		good = b.CheckName(m.name, m.block.LabelRanges[1])
	}
	written, ok := m.block.Body.Attributes[metricName.Name]
	if !ok {
		return good
	}
	if labelled {
		b.Errorf(mistake.Duplicate, written.NameRange, "The metric has two names",
			"Its second label is %q. Remove the attribute or the label.",
			m.name)
		return false
	}
	attr, good := b.Attribute(written, metricName, blocks.Schema{What: fmt.Sprintf("metric %q", m.kind)})
	if good && attr.Values != nil {
		m.name = cty.NormalizeString(attr.Values[0].(string))
		good = b.CheckName(m.name, written.Expr.Range())
	}
	return good
}

// defaultMetricName is a metric's type with the options written in the file, in
// file order, "f1(average=macro)". The option on is told by what comes before
// the type: "train:f1".
func defaultMetricName(kind string, attrs []blocks.Attribute) string {
	prefix := ""
	var options []string
	for _, attr := range attrs {
		value := attr.Values[0]
		switch list, isList := value.([]any); {
		case attr.Name == "on":
			if value == "train" {
				prefix = "train:"
			}
		case isList:
			options = append(options, attr.Name+"="+formatLabels(list))
		default:
			options = append(options, attr.Name+"="+typed.Format(value))
		}
	}
	if len(options) == 0 {
		return prefix + kind
	}
	return prefix + kind + "(" + strings.Join(options, ",") + ")"
}

// formatLabels writes a list as names hold it: labels bare, but in quotes those
// that could be mistaken for something else.
func formatLabels(list []any) string {
	parts := make([]string, len(list))
	for i, element := range list {
		parts[i] = typed.Format(element)
		if parts[i] != strings.TrimSpace(parts[i]) || strings.ContainsAny(parts[i], `,"[]()`) ||
			parts[i] == "" || strings.ContainsFunc(parts[i], unicode.IsControl) {
			parts[i] = strconv.Quote(parts[i])
		}
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// pluginMetric binds the block of a metric that a plugin offers; nil if it has mistakes.
// What bench obeys itself does not belong to the configuration.
func (b *binder) pluginMetric(m metricBlock, c contract.Component, attrs []blocks.Attribute) *Metric {
	ours := metric.PluginOptions()
	own := func(a blocks.Attribute) bool {
		return slices.ContainsFunc(ours, func(p contract.Param) bool { return p.Name == a.Name })
	}
	theirs := lists.Filter(attrs, func(a blocks.Attribute) bool { return !own(a) })
	clean := b.validated(b.instances(m.block, c, m.name, blocks.FactorsOf(theirs)))
	if len(clean) == 0 {
		return nil
	}
	i := clean[0]
	plugin := &metric.Plugin{
		Smaller: i.Capabilities.Has(contract.SmallerIsBetter), Labels: i.Capabilities.Has(contract.MultiLabel),
		Probabilities: slices.Contains(i.Capabilities.Needs, contract.Probability), Facts: i.Capabilities.Facts,
		Deterministic: i.Capabilities.Has(contract.Deterministic),
	}
	set := map[string]*string{"on": &plugin.On, "over": &plugin.Over}
	for _, p := range ours {
		*set[p.Name], _ = p.Default.(string)
	}
	for _, a := range attrs {
		if own(a) {
			*set[a.Name], _ = a.Values[0].(string)
		}
	}
	return &Metric{
		Spec:     metric.Spec{Name: m.name, Type: c.Name, Config: i.Config, Plugin: plugin},
		Runtimes: i.Runtimes, source: i.source,
	}
}
