package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/language/syntax"
)

// parser collects what Parse finds.
type parser struct {
	diagnostic.Remarks
	file *File
	vars map[string]string
}

// constraint evaluates a version constraint and checks that it can be read.
func (p *parser) constraint(expr hclsyntax.Expression) string {
	constraint, ok := p.string(expr)
	if !ok {
		return ""
	}
	if _, err := requires.SatisfiesVersion(constraint, "0"); err != nil {
		p.Errorf(mistake.BadValue, expr.Range(), "The version constraint cannot be read",
			`%v. Write for example ">= 0.1, < 2".`, err)
		return ""
	}
	return constraint
}

// string evaluates an expression that must be text.
func (p *parser) string(expr hclsyntax.Expression) (string, bool) {
	v, ok := expression.Evaluate(&p.Remarks, expr, p.file.scope)
	if !ok || !v.IsKnown() {
		return "", false
	}
	if v.IsNull() || v.Type() != cty.String {
		p.Errorf(mistake.WrongType, expr.Range(), "This must be text", "Write it in quotes.")
		return "", false
	}
	return v.AsString(), true
}

// structure checks that every top-level block is known and has its labels, and
// keeps those that do.
func (p *parser) structure(body *hclsyntax.Body) {
	for _, attr := range syntax.AttributesOf(body) {
		p.Errorf(mistake.BlockOrAttribute, attr.NameRange,
			fmt.Sprintf("Attribute %q is outside a block", attr.Name),
			"A file holds blocks: %s.", wording.List(BlockNames()))
	}
	first := map[string]*hclsyntax.Block{}
	for _, block := range body.Blocks {
		i := slices.IndexFunc(blockTypes, func(t blockType) bool { return t.name == block.Type })
		if i < 0 {
			p.Errorf(mistake.UnknownBlock, block.TypeRange, fmt.Sprintf("Unknown block %q", block.Type), "%s",
				wording.Instead(block.Type, BlockNames(), "The blocks of an experiment file are"))
			continue
		}
		if !p.labels(block, blockTypes[i]) {
			continue
		}
		if before, again := first[block.Type]; again && blockTypes[i].once {
			p.Errorf(mistake.Duplicate, block.DefRange(), fmt.Sprintf("There is a second %s block", block.Type),
				"The first is on line %d. Join them.", before.TypeRange.Start.Line)
			continue
		}
		first[block.Type] = block
		p.file.blocks = append(p.file.blocks, block)
	}
}

// labels checks the number of a block's labels.
func (p *parser) labels(block *hclsyntax.Block, t blockType) bool {
	switch want := len(t.labels); {
	case len(block.Labels) < want:
		missing := strings.Join(t.labels, " and a ")
		p.Errorf(mistake.WrongLabels, block.DefRange(),
			fmt.Sprintf("%s block needs a %s", wording.Capital(wording.A(t.name)), missing),
			"%s", syntax.ExampleOf(t.name))
	case len(block.Labels) > want+t.spare:
		p.Errorf(mistake.WrongLabels, block.LabelRanges[want+t.spare],
			fmt.Sprintf("The label %q is one too many", block.Labels[want+t.spare]),
			"%s", syntax.ExampleOf(t.name))
	default:
		return true
	}
	return false
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
			return 0, fmt.Errorf("%q is not a duration: write seconds, or text such as \"90s\" or \"2h\"", v)
		}
		d = parsed
	default:
		return 0, fmt.Errorf("write seconds, or text such as \"90s\" or \"2h\"")
	}
	if d < time.Millisecond {
		return 0, fmt.Errorf("%v is too short: write at least 1ms", d)
	}
	return d, nil
}
