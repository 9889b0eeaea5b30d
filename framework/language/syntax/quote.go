package syntax

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// Key writes a key of an object, in quotes where it needs them.
func Key(name string) string {
	if hclsyntax.ValidIdentifier(name) {
		return name
	}
	return Quote(name)
}

// Object writes variables as an HCL object on one line.
func Object(values map[string]string) string {
	items := make([]string, 0, len(values))
	for _, name := range slices.Sorted(maps.Keys(values)) {
		items = append(items, name+" = "+Quote(values[name]))
	}
	if len(items) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// Quote writes text as an HCL string without interpolation.
func Quote(text string) string {
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

// canonical is a text in canonical form.
func canonical(src []byte) []byte {
	for {
		formatted := hclwrite.Format(src)
		if bytes.Equal(formatted, src) {
			return formatted
		}
		src = formatted
	}
}
