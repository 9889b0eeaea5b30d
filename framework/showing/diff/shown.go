package diff

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/base/wording"
)

const (
	longestText   = 200 // characters of a text that are shown
	longestDigest = 12
	mostElements  = 12 // of a list that are shown, or rows of a matrix
)

// shown is a JSON value for reading, never cut within the signs of JSON: text
// without quotes, a list as "[1, 2, 3 and 4 more]", a matrix as "[1, 2; 3, 4]", of a
// block its type and its settings.
func shown(v json.RawMessage) string {
	value, err := decode(v)
	if err != nil {
		return readable(string(v))
	}
	return inWords(value)
}

func inWords(value any) string {
	switch value := value.(type) {
	case nil:
		return "not set"
	case string:
		return readable(value)
	case []any:
		return listed(value)
	case map[string]any:
		return described(value)
	}
	return fmt.Sprint(value)
}

// described is a block: its type, then its settings; those of an object within it
// stand in parentheses.
func described(block map[string]any) string {
	var parts []string
	if kind, ok := block["type"].(string); ok && kind != "" {
		parts = append(parts, readable(kind))
	}
	for _, name := range slices.Sorted(maps.Keys(block)) {
		inner, nested := block[name].(map[string]any)
		switch {
		case name == "type" && len(parts) > 0, name == "name", block[name] == nil, block[name] == "":
		case nested && len(inner) == 0:
		case nested && (name == "config" || name == "host"):
			parts = append(parts, described(inner))
		case nested:
			parts = append(parts, name+" ("+described(inner)+")")
		default:
			parts = append(parts, name+" = "+inWords(block[name]))
		}
	}
	if len(parts) == 0 {
		return "nothing set"
	}
	return strings.Join(parts, ", ")
}

func listed(list []any) string {
	joint, parts := ", ", make([]string, len(list))
	for i, element := range list {
		parts[i] = inWords(element)
		if _, isRow := element.([]any); isRow {
			joint, parts[i] = "; ", strings.Trim(parts[i], "[]")
		}
	}
	if more := len(parts) - mostElements; more > 1 {
		parts = append(parts[:mostElements-1], fmt.Sprintf("%s and %d more", parts[mostElements-1], more))
	}
	return "[" + strings.Join(parts, joint) + "]"
}

// readable is a text in one line and of bounded length; a digest is shortened more.
func readable(text string) string {
	if len(text) == 64 && strings.Trim(text, "0123456789abcdef") == "" {
		return text[:longestDigest] + "…"
	}
	return wording.Cut(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text), longestText)
}

func both(n int) string { return wording.Are(n, "mean") + " in both" }
