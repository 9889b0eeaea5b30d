package metric

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
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
