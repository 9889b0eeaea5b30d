package experiment

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/syntax"
)

// openMLSuite is the attribute of a suite block.
const openMLSuite = "openml_suite"

// suites puts dataset blocks in the place of suite blocks, as the lock file lists their tasks.
func (p *parser) suites() {
	if len(p.file.of("suite")) == 0 {
		return
	}
	lock, diags := p.file.Lock()
	p.List = append(p.List, diags...)
	var all []*hclsyntax.Block
	taken := map[string]bool{}
	for _, name := range p.file.Names("dataset") {
		taken[name] = true
	}
	for _, block := range p.file.blocks {
		if block.Type != "suite" {
			all = append(all, block)
			continue
		}
		suite, ok := p.suite(block)
		if !ok {
			continue
		}
		var locked named.Suite
		locked, suite.Locked = lock.Suite(suite.Kind, suite.ID)
		p.file.Suites = append(p.file.Suites, suite)
		for _, task := range locked.Tasks {
			all = append(all, taskBlock(block, datasetName(task, taken), task.ID))
		}
	}
	p.file.blocks = all
}

// suite reads a suite block.
func (p *parser) suite(block *hclsyntax.Block) (Suite, bool) {
	s := Suite{Name: block.Labels[0], Kind: openMLSuite,
		source: expression.Source{Text: p.file.text, Header: block.DefRange(), Values: map[string]hclsyntax.Expression{}}}
	for _, attr := range syntax.AttributesOf(block.Body) {
		if attr.Name != openMLSuite {
			syntax.UnknownAttribute(&p.Remarks, attr, "a suite", []string{openMLSuite})
			continue
		}
		s.source.Values[attr.Name] = attr.Expr
		v, ok := expression.Evaluate(&p.Remarks, attr.Expr, p.file.scope)
		switch {
		case !ok || !v.IsKnown():
			return s, false
		case !v.IsNull() && v.Type() == cty.String:
			s.ID = v.AsString()
		case !v.IsNull() && v.Type() == cty.Number && v.AsBigFloat().IsInt():
			s.ID = v.AsBigFloat().Text('f', 0)
		}
		if s.ID == "" {
			p.Errorf(mistake.WrongType, attr.Expr.Range(), "This is not a suite",
				"Write its number, openml_suite = 99, or its alias in quotes.")
			return s, false
		}
	}
	syntax.NestedBlocks(&p.Remarks, block.Body, "a suite")
	if s.ID == "" {
		p.Errorf(mistake.Missing, block.DefRange(), fmt.Sprintf("Suite %q names no suite", s.Name),
			"Write for example openml_suite = 99.")
	}
	return s, s.ID != ""
}

// unfetched reports suites whose tasks are not known.
func (b *binder) unfetched() {
	for _, s := range b.file.Suites {
		if !s.Locked && !b.catalog.Unfetched {
			b.partial = true
			b.List = append(b.List, s.Errorf(mistake.NotFetched,
				fmt.Sprintf("The tasks of suite %q are not known", s.Name),
				"%s does not list them. Run: bench fetch %s", b.file.lockPath(), b.file.Path))
		}
	}
}

// datasetName is a name for the data of a task: that of the data, with the task's number where it is taken.
func datasetName(task named.Task, taken map[string]bool) string {
	name := strings.Map(func(c rune) rune {
		if strings.ContainsRune("/,[]", c) || unicode.IsControl(c) {
			return '_'
		}
		return c
	}, task.Name)
	if name == "" || taken[name] {
		name = strings.TrimPrefix(name+"_"+task.ID, "_")
	}
	taken[name] = true
	return name
}

// taskBlock is the dataset block of a task. What is wrong with it is shown at the suite.
func taskBlock(suite *hclsyntax.Block, name, task string) *hclsyntax.Block {
	at := suite.DefRange()
	number, err := cty.ParseNumberVal(task)
	if err != nil {
		number = cty.NullVal(cty.Number)
	}
	attr := &hclsyntax.Attribute{Name: "openml_task", SrcRange: at, NameRange: at, EqualsRange: at,
		Expr: &hclsyntax.LiteralValueExpr{Val: number, SrcRange: at}}
	return &hclsyntax.Block{Type: "dataset", TypeRange: at, Labels: []string{name}, LabelRanges: []hcl.Range{at},
		OpenBraceRange: at, CloseBraceRange: at,
		Body: &hclsyntax.Body{Attributes: hclsyntax.Attributes{attr.Name: attr}, SrcRange: at, EndRange: at}}
}
