package experiment

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
)

// learnerBlock is what a learner block says to bench and not to the plugin.
type learnerBlock struct {
	limits Limits
	host   Host
}

// learnerParams are the attributes that learnerBlock holds, and the label.
func learnerParams() []contract.Param {
	return slices.Concat(LimitParams(), HostParams(), LabelParams())
}

// learner decodes what a learner block of a type says to bench; a false result
// means that there was a mistake.
func (b *binder) learner(block *hclsyntax.Block, c contract.Component) (l learnerBlock, good bool) {
	l.limits, good = b.limits(block)
	if written, ok := block.Body.Attributes["threads"]; ok && good && !c.Capabilities.Has(contract.UsesThreads) {
		b.Warnf(mistake.Conflict, written.NameRange, "threads does nothing here", "%s uses one thread.",
			wording.Capital(blocks.Describe(c)))
	}
	decoded := b.Obeyed(block, HostParams(), func(_ string, value any) error {
		switch value := value.(type) {
		case string:
			l.host.Calibrate = value
		case float64:
			l.host.Abstain = value
		}
		return nil
	})
	return l, good && decoded
}

// limits decodes the limits of a learner block; a false result means that there
// was a mistake.
func (b *binder) limits(block *hclsyntax.Block) (l Limits, good bool) {
	good = b.Obeyed(block, LimitParams(), func(name string, value any) (err error) {
		switch name {
		case "timeout":
			l.Timeout, err = parseTimeout(value)
		case "memory":
			l.Memory, err = contract.ParseSize(value)
		default:
			l.Threads = int(value.(float64))
		}
		return err
	})
	return l, good
}
