package encode

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

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
	rest := *e
	rest.Columns = []string{}
	for i := range t.Columns {
		if name := t.Columns[i].Name; !slices.Contains(named, name) {
			rest.Columns = append(rest.Columns, name)
		}
	}
	return &rest
}

// Composed builds an encoder of type compose. Where a part is that of a plugin, [OfPlugin]
// has built it; for parts of bench's own there is nil.
func Composed(cfg contract.Config, parts []Encoder) (Encoder, error) {
	e, diags := parse("compose", cfg, parts...)
	if err := contract.FirstError(diags); err != nil {
		return nil, fmt.Errorf("encoder compose: %w", err)
	}
	return e, nil
}

// compose is the type that joins others.
func compose() kind {
	return kind{Component: contract.Component{
		Name: "compose",
		Doc:  "Joins encoders over columns: the features of the parts side by side.",
		Params: []contract.Param{{
			Name: "parts", Type: "list(any)", Required: true,
			Doc: "Objects with the type of an encoder and its attributes, for example `[{ type = \"one_hot\", columns = " +
				"[\"colour\"] }, { type = \"target\", folds = 10 }]`. One part may go without columns: it takes all that no " +
				"other part names. Without such a part, columns that no part names are left out. A part may be the " +
				"encoder of a plugin: `columns` then says which columns the plugin sees.",
		}},
	}}
}
