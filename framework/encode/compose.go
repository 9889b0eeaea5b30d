package encode

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// addParts reads the parts of a composed encoder.
func (e *encoder) addParts() []contract.Diagnostic {
	if len(e.Parts) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"parts"}, "there are no parts to join", "Write for example parts = [{ type = \"one_hot\" }].")}
	}
	var diags []contract.Diagnostic
	rest := -1
	for i, part := range e.Parts {
		path := []any{"parts", i}
		values, _ := part.(map[string]any)
		typ, ok := values["type"].(string)
		if !ok || typ == "compose" {
			diags = append(diags, contract.Errorf(path, "a part is an object with the type of an encoder other than compose", "Write for example { type = \"one_hot\", columns = [\"colour\"] }."))
			continue
		}
		values = maps.Clone(values)
		delete(values, "type")
		inner, found := parse(typ, contract.NewConfig(values))
		for _, d := range found {
			d.Path = append(path[:2:2], d.Path...)
			diags = append(diags, d)
		}
		if inner == nil {
			continue
		}
		if i > 0 {
			inner.bucketName += strconv.Itoa(i)
		}
		if inner.Columns == nil {
			if rest >= 0 {
				diags = append(diags, contract.Errorf(path, fmt.Sprintf("parts %d and %d both go without columns", rest, i), "One part may: it takes all columns that no other part names."))
			}
			rest = i
		}
		e.parts = append(e.parts, inner)
	}
	return diags
}

// arrange returns the parts of a composed encoder for a table, each with its
// columns.
func (e *encoder) arrange(t *data.Table) ([]*encoder, error) {
	var named []string
	for _, part := range e.parts {
		named = append(named, part.Columns...)
	}
	var parts []*encoder
	for i, part := range e.parts {
		if part.Columns == nil {
			part = part.over(t, named)
		}
		if err := part.Check(t); err != nil {
			return nil, fmt.Errorf("part %d: %w", i, err)
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// over returns the encoder for the columns of a table that are not among some.
func (e *encoder) over(t *data.Table, named []string) *encoder {
	rest := &encoder{typ: e.typ, settings: e.settings, bucketName: e.bucketName}
	rest.Columns = []string{}
	for i := range t.Columns {
		if name := t.Columns[i].Name; !slices.Contains(named, name) {
			rest.Columns = append(rest.Columns, name)
		}
	}
	return rest
}
