package cite

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// order is that of the fields of an entry; others follow by name.
var order = []string{"author", "title", "journal", "booktitle", "volume", "number", "pages", "publisher", "institution",
	"howpublished", "note", "year"}

// volumes are volumes with a number, "12(3)".
var volumes = regexp.MustCompile(`^([^()]+)\(([^()]+)\)$`)

// BibTeX writes a source as an entry. Fields whose braces do not match are left out, since
// they would spoil the file.
func BibTeX(s contract.Source) string {
	fields := maps.Clone(s.Fields)
	if parts := volumes.FindStringSubmatch(fields["volume"]); parts != nil {
		fields["volume"], fields["number"] = parts[1], parts[2]
	}
	names := slices.Sorted(maps.Keys(fields))
	slices.SortStableFunc(names, func(a, b string) int { return place(a) - place(b) })
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", s.Type, s.Key)
	for _, name := range names {
		if balanced(fields[name]) {
			fmt.Fprintf(&b, "  %s = {%s},\n", name, fields[name])
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func place(field string) int {
	if i := slices.Index(order, field); i >= 0 {
		return i
	}
	return len(order)
}

// balanced reports whether every brace has its other.
func balanced(s string) bool {
	depth := 0
	for _, c := range s {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}

// special are the characters that LaTeX takes for something else.
var special = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "_", `\_`, "&", `\&`, "%", `\%`,
	"#", `\#`, "$", `\$`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`)

// Plain is a text for LaTeX.
func Plain(s string) string { return special.Replace(s) }

// key is a name as part of a key.
func key(s string) string {
	return strings.Map(func(c rune) rune {
		if c < 128 && (c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return c
		}
		return '-'
	}, s)
}
