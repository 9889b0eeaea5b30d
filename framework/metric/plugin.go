package metric

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/target"
)

// Plugin is what bench knows of a metric that a plugin computes.
type Plugin struct {
	// Part names the plugin, the metric and its configuration by a digest: values that
	// were computed by another one do not count. It is "" until plugins are known.
	Part string `json:"part"`
	// Smaller says that smaller values are better, Probabilities that the metric needs
	// class probabilities, and Labels that it is for multi-label data.
	Smaller       bool `json:"smaller,omitempty"`
	Probabilities bool `json:"probabilities,omitempty"`
	Labels        bool `json:"labels,omitempty"`
	// Facts are what the metric needs of rows: groups, weights.
	Facts []contract.RowFact `json:"facts,omitempty"`
	// Deterministic says that the plugin promises the same value for the same rows. Values
	// do not depend on it, and plans do not hold it.
	Deterministic bool   `json:"-"`
	On            string `json:"on"`             // as the option on of other metrics
	Over          string `json:"over,omitempty"` // as the option over
}

// PluginOptions are the attributes that bench obeys itself in the block of a metric of a
// plugin.
func PluginOptions() []contract.Param { return params(part, over) }

// check refuses what no plan of ours holds.
func (p *Plugin) check(name string) error {
	if o := p.options(); o.outside() != "" {
		return fmt.Errorf("metric %q: unknown value of %s", name, o.outside())
	}
	return nil
}

// options are those of a metric that has no others.
func (p *Plugin) options() options {
	o, _ := decode(nil)
	o.On, o.Over = p.On, p.Over
	return o
}

// kind is the metric's type. One of a plugin has functions for the kind of target that
// it is for, which nobody may call.
func (s Spec) kind() kind {
	p := s.Plugin
	if p == nil {
		return find(s.Type)
	}
	k := kind{name: s.Type, smaller: p.Smaller, probabilities: p.Probabilities}
	elsewhere := func(Input, options) []float64 { panic("metric: " + s.Name + " is a plugin's") }
	if p.Labels {
		k.labels = elsewhere
	} else {
		k.compute = elsewhere
	}
	return k
}

// Lacks is the first fact of rows that the metric needs and that those of a target have
// not, or "".
func (s Spec) Lacks(t target.Target) contract.RowFact {
	if s.Plugin == nil {
		return ""
	}
	return contract.Lacking(s.Plugin.Facts, t.Grouped, t.Weighted)
}

// BuiltIn reports whether a metric type is part of bench.
func BuiltIn(name string) bool { return find(name).name != "" }
