package experiment

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/language/syntax"
)

// benchAttributes are those of the bench block, requiredKeys those of an entry
// of required_plugins.
var (
	benchAttributes = []string{"required_version", "start_timeout", "plan_timeout", "pass_env", "plugin_index",
		"plugin_index_key", "plugin_mirror"}
	requiredKeys = []string{"source", "version", "interpreter", "env", "pass_env", "start_timeout", "plan_timeout"}
)

// bench decodes the bench block.
func (p *parser) bench() {
	for _, block := range p.file.of("bench") {
		for _, attr := range syntax.AttributesOf(block.Body) {
			p.benchAttribute(attr)
		}
		for _, inner := range block.Body.Blocks {
			if inner.Type != "required_plugins" || len(inner.Labels) > 0 {
				syntax.UnknownBlock(&p.Remarks, inner, "bench", []string{"required_plugins"})
				continue
			}
			syntax.NestedBlocks(&p.Remarks, inner.Body, "required_plugins")
			for _, attr := range syntax.AttributesOf(inner.Body) {
				p.requiredPlugin(attr)
			}
		}
	}
}

func (p *parser) benchAttribute(attr *hclsyntax.Attribute) {
	switch attr.Name {
	case "required_version":
		p.file.RequiredVersion = p.constraint(attr.Expr)
		p.file.version = expression.Source{Text: p.Text, Header: attr.Expr.Range()}
	case "start_timeout", "plan_timeout":
		p.pluginLimit(&p.file.PluginLimits, attr.Name, attr.Expr)
	case "pass_env":
		p.file.PassEnv, _ = requires.Passed(&p.Remarks, attr.Expr, p.file.scope)
	case "plugin_index", "plugin_index_key", "plugin_mirror":
		p.elsewhere(attr)
	default:
		syntax.UnknownAttribute(&p.Remarks, attr, "bench", benchAttributes)
	}
}

// requiredPlugin decodes name = { source = "./x", version = "…", env = {…} }.
func (p *parser) requiredPlugin(attr *hclsyntax.Attribute) {
	object, ok := expression.Bare(attr.Expr).(*hclsyntax.ObjectConsExpr)
	if !ok {
		p.Errorf(mistake.BadPlugin, attr.Expr.Range(), fmt.Sprintf("Plugin %q is not described", attr.Name),
			`Write %s = { source = "./path/of/plugin" }.`, attr.Name)
		return
	}
	plugin := requires.Plugin{
		Name: attr.Name, Limits: p.file.PluginLimits, At: expression.Source{Text: p.Text, Header: attr.SrcRange},
	}
	good := true
	for _, item := range object.Items {
		good = p.requiredKey(&plugin, item) && good
	}
	if !good {
		return
	}
	if plugin.Source == "" {
		p.Errorf(mistake.BadPlugin, attr.Expr.Range(), fmt.Sprintf("Plugin %q has no source", attr.Name),
			`Write source = "./path/of/plugin", relative to this file.`)
		return
	}
	if plugin.Written = plugin.Source; !p.source(&plugin, attr) {
		return
	}
	p.file.RequiredPlugins = append(p.file.RequiredPlugins, plugin)
}

// requiredKey decodes one key of an entry; a false result means that it cannot
// be used.
func (p *parser) requiredKey(plugin *requires.Plugin, item hclsyntax.ObjectConsItem) (good bool) {
	switch key, _ := expression.LiteralString(item.KeyExpr); key {
	case "source":
		plugin.Source, good = p.string(item.ValueExpr)
	case "version":
		plugin.Version, good = p.constraint(item.ValueExpr), true
	case "interpreter":
		plugin.Interpreter, good = p.string(item.ValueExpr)
	case "env":
		plugin.Env, good = requires.Environment(&p.Remarks, item.ValueExpr, p.file.scope)
	case "pass_env":
		plugin.PassEnv, good = requires.Passed(&p.Remarks, item.ValueExpr, p.file.scope)
	case "start_timeout", "plan_timeout":
		good = p.pluginLimit(&plugin.Limits, key, item.ValueExpr)
	default:
		p.Errorf(mistake.UnknownAttribute, item.KeyExpr.Range(), fmt.Sprintf("Unknown key %q", key), "%s",
			wording.Instead(key, requiredKeys, "A required plugin takes"))
	}
	return good
}

// pluginLimit decodes a time.
func (p *parser) pluginLimit(limits *requires.Limits, name string, expr hclsyntax.Expression) bool {
	v, ok := expression.Evaluate(&p.Remarks, expr, p.file.scope)
	if !ok || !v.IsKnown() {
		return false
	}
	var written any
	switch {
	case v.IsNull():
		return true // as if it were not written
	case v.Type() == cty.Number:
		written, _ = v.AsBigFloat().Float64()
	case v.Type() == cty.String:
		written = v.AsString()
	}
	d, err := parseTimeout(written)
	if err != nil {
		p.Errorf(mistake.BadValue, expr.Range(), fmt.Sprintf("Bad %s", name), "%v.", err)
		return false
	}
	if name == "start_timeout" {
		limits.Start = d
	} else {
		limits.Plan = d
	}
	return true
}
