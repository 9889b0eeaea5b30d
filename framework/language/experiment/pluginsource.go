package experiment

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/requires"
)

// elsewhere decodes the attributes of the bench block that say where plugins come from.
func (p *parser) elsewhere(attr *hclsyntax.Attribute) {
	to := map[string]*requires.Place{"plugin_index": &p.file.Elsewhere.Index, "plugin_index_key": &p.file.Elsewhere.Key,
		"plugin_mirror": &p.file.Elsewhere.Mirror}[attr.Name]
	value, ok := p.string(attr.Expr)
	if ok && value == "" {
		p.Errorf(mistake.BadPlugin, attr.Expr.Range(), fmt.Sprintf("%s is empty", attr.Name),
			"Remove the attribute, or say where it is.")
	}
	*to = requires.Place{Written: value, At: expression.Source{Text: p.Text, Header: attr.SrcRange}}
}

// indexName is what the name of a plugin in an index looks like.
var indexName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9][A-Za-z0-9_-]*)*$`)

// placeholder is what an address may hold in braces.
var placeholder = regexp.MustCompile(`\{[^}]*\}?`)

// source says of what kind the source of a plugin is. If the file names an index, all but addresses, absolute paths and
// those that begin with a dot are names.
func (p *parser) source(plugin *requires.Plugin, attr *hclsyntax.Attribute) bool {
	switch written := plugin.Written; {
	case strings.Contains(written, "://"):
		for _, word := range placeholder.FindAllString(written, -1) {
			if word != "{os}" && word != "{arch}" {
				p.Errorf(mistake.BadPlugin, attr.Expr.Range(),
					fmt.Sprintf("The address of plugin %q cannot be used", plugin.Name),
					"It holds %s, and an address may hold {os} and {arch}.", word)
				return false
			}
		}
		plugin.Kind, plugin.Source = requires.Address, ""
	case p.file.Elsewhere.Index.Written == "" || strings.HasPrefix(written, ".") || strings.HasPrefix(written, "/"):
		plugin.Source = p.file.Files.Located(p.file.Files.Absolute(written))
	case !indexName.MatchString(written):
		p.Errorf(mistake.BadPlugin, attr.Expr.Range(),
			fmt.Sprintf("The source of plugin %q is neither a path nor a name", plugin.Name),
			"The file names an index, so a path begins with ./, ../ or /, and a name has letters, digits, - and _: %q is "+
				"neither.", written)
		return false
	default:
		plugin.Kind, plugin.Source = requires.Indexed, ""
	}
	return true
}
