package experiment

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/metric"
)

// pluginMetric binds the block of a metric that a plugin offers; nil if it has mistakes.
// What bench obeys itself is no part of the configuration.
func (b *binder) pluginMetric(m metricBlock, c contract.Component, attrs []attribute) *Metric {
	ours := metric.PluginOptions()
	own := func(a attribute) bool {
		return slices.ContainsFunc(ours, func(p contract.Param) bool { return p.Name == a.name })
	}
	theirs := lists.Filter(attrs, func(a attribute) bool { return !own(a) })
	clean := b.validated(b.instances(m.block, c, m.name, factorsOf(theirs)))
	if len(clean) == 0 {
		return nil
	}
	i := clean[0]
	plugin := &metric.Plugin{
		Smaller: i.Capabilities.Smaller, Labels: i.Capabilities.MultiLabel,
		Probabilities: slices.Contains(i.Capabilities.Needs, contract.Probability), Facts: i.Capabilities.Facts,
		Deterministic: i.Capabilities.Deterministic,
	}
	set := map[string]*string{"on": &plugin.On, "over": &plugin.Over}
	for _, p := range ours {
		*set[p.Name], _ = p.Default.(string)
	}
	for _, a := range attrs {
		if own(a) {
			*set[a.name], _ = a.values[0].(string)
		}
	}
	return &Metric{
		Spec:     metric.Spec{Name: m.name, Type: c.Name, Config: i.Config, Plugin: plugin},
		Runtimes: i.Runtimes, source: i.source,
	}
}
