package croissant

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/remote/answer"
)

// vocabularies are the beginnings of the terms that count, without http: or https:.
var vocabularies = []string{"//schema.org/", "//www.schema.org/", "//mlcommons.org/croissant/1.1/",
	"//mlcommons.org/croissant/1.0/", "//mlcommons.org/croissant/", "//purl.org/dc/terms/"}

// usual are prefixes that hold where the context does not say another.
var usual = map[string]string{"cr": "http://mlcommons.org/croissant/", "sc": "https://schema.org/",
	"schema": "https://schema.org/", "dct": "http://purl.org/dc/terms/"}

// terms are the names of a JSON-LD context.
type terms map[string]string

// readTerms takes the names from a context: an object, or a list with objects in it.
func readTerms(context any) terms {
	t := terms{}
	switch context := context.(type) {
	case []any:
		for _, one := range context {
			for name, meaning := range readTerms(one) {
				t[name] = meaning
			}
		}
	case map[string]any:
		for name, meaning := range context {
			if object, is := meaning.(map[string]any); is {
				meaning = object["@id"]
			}
			if text, is := meaning.(string); is && !strings.HasPrefix(name, "@") {
				t[name] = text
			}
		}
	}
	return t
}

// plain is a name without the vocabulary that it is of: "Label" for "cr:Label", and for its full address.
func (t terms) plain(name string) string {
	for range 5 { // terms are explained by others
		meaning, known := t[name]
		if !known || meaning == name {
			break
		}
		name = meaning
	}
	if prefix, rest, has := strings.Cut(name, ":"); has && !strings.HasPrefix(rest, "//") {
		if base := t[prefix]; base != "" {
			name = base + rest
		} else if base := usual[prefix]; base != "" {
			name = base + rest
		}
	}
	for _, vocabulary := range vocabularies {
		for _, scheme := range []string{"https:", "http:"} {
			if rest, of := strings.CutPrefix(name, scheme+vocabulary); of {
				return rest
			}
		}
	}
	return name
}

// read parses a description, with the names of properties made plain.
func read(b []byte) (*answer.Node, terms, error) {
	var written map[string]any
	if err := json.Unmarshal(b, &written); err != nil {
		return nil, nil, fmt.Errorf("the Croissant description cannot be read: %w", err)
	}
	if _, flat := written["@graph"]; flat {
		return nil, nil, errors.New("the Croissant description has a @graph; bench reads the usual form, an object with " +
			"distribution and recordSet in it")
	}
	t := readTerms(written["@context"])
	delete(written, "@context")
	b, err := json.Marshal(t.renamed(written))
	if err != nil {
		return nil, nil, err
	}
	n, err := answer.Parse(b)
	return n, t, err
}

// renamed has plain names of properties. Embedded records keep theirs, which are those of fields.
func (t terms) renamed(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = t.renamed(value[i])
		}
	case map[string]any:
		out := map[string]any{}
		for name, inner := range value {
			if name = t.plain(name); name != "data" && name != "examples" {
				inner = t.renamed(inner)
			}
			out[name] = inner
		}
		return out
	}
	return value
}
