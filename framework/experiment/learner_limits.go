package experiment

import (
	"fmt"
	"math"
	"time"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
)

// LimitParams are the attributes of every learner block that bench itself
// obeys.
func LimitParams() []contract.Param {
	return []contract.Param{
		{Name: "timeout", Type: "any",
			Doc: "Time that a cell may take: seconds, or text such as \"90s\" or \"2h\". Its status is then timeout."},
		{Name: "threads", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(4096),
			Doc: "Threads that the training of a cell may use. The default is its share of the processors."},
		{Name: "memory", Type: "any",
			Doc: "Memory that the plugin may hold: bytes, or text such as \"2GiB\". The status is then out_of_memory."},
	}
}

// limits decodes the limits of a learner block; a false result means that there
// was a mistake.
func (b *binder) limits(block *hclsyntax.Block) (l Limits, good bool) {
	good = b.obeyed(block, LimitParams(), func(name string, value any) (err error) {
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

// obeyed decodes those attributes of a learner block that bench obeys, each with take,
// whose error is reported; a false result means that there was a mistake.
func (b *binder) obeyed(
	block *hclsyntax.Block, params []contract.Param, take func(name string, value any) error,
) (good bool) {
	good = true
	for _, p := range params {
		written, ok := block.Body.Attributes[p.Name]
		if !ok {
			continue
		}
		attr, ok := b.attribute(written, p, schema{what: "the learner block"})
		good = good && ok
		if !ok || attr.values == nil {
			continue
		}
		if err := take(p.Name, attr.values[0]); err != nil {
			b.Errorf(written.Expr.Range(), fmt.Sprintf("Bad %s", p.Name), "%v.", err)
			good = false
		}
	}
	return good
}

// parseTimeout reads seconds or a duration with units.
func parseTimeout(v any) (time.Duration, error) {
	d := time.Duration(0)
	switch v := v.(type) {
	case float64:
		if v > math.MaxInt64/float64(time.Second) {
			return 0, fmt.Errorf("%v seconds are too many", v)
		}
		d = time.Duration(v * float64(time.Second))
	case string:
		parsed, err := time.ParseDuration(v)
		if err != nil {
			return 0, fmt.Errorf("%q is no time: write seconds, or text such as \"90s\" or \"2h\"", v)
		}
		d = parsed
	default:
		return 0, fmt.Errorf("write seconds, or text such as \"90s\" or \"2h\"")
	}
	if d < time.Millisecond {
		return 0, fmt.Errorf("%v is no time to do anything in", d)
	}
	return d, nil
}
