package encode

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// composed joins encoders over columns.
type composed struct {
	attributes
	Parts []any `json:"parts"`
	parts []*encoder
}

func composeKind() kind {
	return kind{contract.Component{Name: "compose", Params: []contract.Param{{
		Name: "parts", Type: "list(any)", Required: true,
		Doc: "Objects with the type of an encoder and its attributes, for example `[{ type = \"one_hot\", columns = " +
			"[\"colour\"] }, { type = \"target\", folds = 10 }]`. One part may have no columns: it takes all that no " +
			"other part names. Without such a part, columns that no part names are left out. A part may be the " +
			"encoder of a plugin: `columns` then says which columns the plugin sees.",
	}}}, func() settings { return &composed{} }}
}

// join takes the parts. The one that has no columns gets those that no other part names.
func (c *composed) join(parts []*encoder) {
	c.parts = parts
	named := []string{}
	for _, part := range parts {
		named = append(named, part.common().Columns...)
	}
	for _, part := range parts {
		if part.common().Columns == nil {
			part.common().rest = named
		}
	}
}

func (c *composed) takes(t *data.Table) error {
	for i, part := range c.parts {
		if err := part.Check(t); err != nil {
			return fmt.Errorf("part %d: %w", i, err)
		}
	}
	return nil
}

func (*composed) fit(*builder) func(variable) { panic("encode: a composed encoder has parts to fit") }

// add implements ofAll. Two parts may not make features of the same name.
func (c *composed) add(b *builder) error {
	for _, part := range c.parts {
		if err := b.add(part.settings); err != nil {
			return err
		}
	}
	return b.distinct()
}

// mostOf implements ofAll.
func (c *composed) mostOf(t *data.Table) (width, nonzero int) {
	for _, part := range c.parts {
		w, n := most(part.settings, t)
		width, nonzero = width+w, nonzero+n
	}
	return width, nonzero
}

// refitted implements ofAll.
func (c *composed) refitted(t *data.Table) bool {
	return slices.ContainsFunc(c.parts, func(part *encoder) bool { return part.Refitted(t) })
}
