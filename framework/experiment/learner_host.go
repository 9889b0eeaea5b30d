package experiment

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/calibration"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
)

// HostParams are the attributes of every learner block that say what bench does
// with the scores of binary problems.
func HostParams() []contract.Param {
	return []contract.Param{
		{Name: "calibrate", Type: "string", OneOf: []string{calibration.SigmoidMethod, calibration.IsotonicMethod},
			Doc: "Makes scores of binary problems into log-odds, by a sigmoid or by isotonic regression."},
		{Name: "abstain", Type: "number", Min: contract.Bound(0),
			Doc: "Scores of binary problems nearer to 0 than this count as 0, an abstention."},
	}
}

// bindLearner is bindBlock for learners: bench obeys some of their attributes
// itself, and may tune others.
func (b *binder) bindLearner(block *hclsyntax.Block, c contract.Component, name string, s schema) []Instance {
	s.blocks = []string{"tune"}
	ours, good := b.learner(block, c)
	attrs, ok := b.attributes(block, s, learnerParams()...)
	if !ok || !good {
		return nil
	}
	factors, ok := b.factors(block, attrs, s)
	if !ok {
		return nil
	}
	set := func(i *Instance) { i.Limits, i.Host = ours.limits, ours.host }
	if ours.tune != nil {
		variants := b.tuned(block, c, name, factors, ours.tune, set)
		b.checkVariants(block, variants)
		return variants
	}
	all := b.instances(block, c, name, factors)
	for i := range all {
		set(&all[i])
	}
	b.checkVariants(block, all)
	return b.validated(all)
}

// learnerBlock is what a learner block says to bench and not to the plugin.
type learnerBlock struct {
	limits Limits
	host   Host
	tune   *tuneBlock // nil without one
}

// learnerParams are the attributes that learnerBlock holds, and the label.
func learnerParams() []contract.Param {
	return slices.Concat(LimitParams(), HostParams(), LabelParams())
}

// learner decodes what a learner block of a type says to bench; a false result
// means that there was a mistake.
func (b *binder) learner(block *hclsyntax.Block, c contract.Component) (l learnerBlock, good bool) {
	l.limits, good = b.limits(block)
	if written, ok := block.Body.Attributes["threads"]; ok && good && !c.Capabilities.Threads {
		b.Warnf(written.NameRange, "threads does nothing here", "%s uses one thread.", wording.Capital(describe(c)))
	}
	decoded := b.obeyed(block, HostParams(), func(_ string, value any) error {
		switch value := value.(type) {
		case string:
			l.host.Calibrate = value
		case float64:
			l.host.Abstain = value
		}
		return nil
	})
	tune, ok := b.tuneOf(block, c)
	l.tune = tune
	return l, good && decoded && ok
}
