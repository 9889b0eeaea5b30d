package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// hclKey writes a key of an object, in quotes where it needs them.
func hclKey(name string) string {
	if hclsyntax.ValidIdentifier(name) {
		return name
	}
	return hclQuote(name)
}

// hclObject writes variables as an HCL object on one line.
func hclObject(values map[string]string) string {
	items := make([]string, 0, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		items = append(items, name+" = "+hclQuote(values[name]))
	}
	if len(items) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// hclQuote writes text as an HCL string without interpolation.
func hclQuote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ReplaceAll(strings.ReplaceAll(text, "${", "$${"), "%{", "%%{") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
