package explain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
)

// StatedDefault splits the end "Default: X." off the description of a parameter without a
// default of its own: what the component then does by itself.
func StatedDefault(p contract.Param) (doc, stated string) {
	before, stated, found := strings.Cut(p.Doc, " Default: ")
	if !found || p.Default != nil {
		return p.Doc, ""
	}
	return before, strings.TrimSuffix(stated, ".")
}

// Values says which values a parameter takes, in Markdown.
func Values(p contract.Param) string {
	if len(p.OneOf) > 0 {
		quoted := make([]string, len(p.OneOf))
		for i, v := range p.OneOf {
			quoted[i] = fmt.Sprintf("`\"%s\"`", v)
		}
		if bounds := wording.Bounds(p.Above, p.Min, p.Max); bounds != "" { // numbers as well as words
			quoted = append(quoted, "number "+bounds)
		}
		if strings.HasPrefix(p.Type, "list") {
			return "list of " + strings.Join(quoted, ", ")
		}
		return strings.Join(quoted, ", ")
	}
	text := p.Type
	if p.Integer {
		text = "whole number"
	}
	if bounds := wording.Bounds(p.Above, p.Min, p.Max); bounds != "" {
		text += " " + bounds
	}
	if p.Integer && strings.HasPrefix(p.Type, "list") {
		return "list of " + strings.Replace(text, "number", "numbers", 1)
	}
	return text
}

// Initial is the default in words, in Markdown; "–" if there is none.
func Initial(p contract.Param) string {
	_, stated := StatedDefault(p)
	switch {
	case p.Required:
		return "required"
	case slices.Contains(p.OneOf, stated):
		return fmt.Sprintf("`\"%s\"`", stated)
	case stated == "true", stated == "false", isNumber(stated):
		return "`" + stated + "`"
	case stated != "":
		return stated
	case p.Default == nil:
		return "–"
	}
	b, err := json.Marshal(p.Default)
	if err != nil {
		panic(fmt.Sprintf("explain: default of %s: %v", p.Name, err))
	}
	return "`" + string(b) + "`"
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}
