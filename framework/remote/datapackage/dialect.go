package datapackage

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/data/named"
)

// dialect says how a text is written. What is nil has its default.
type dialect struct {
	Header         *bool
	HeaderRows     []int
	CommentRows    []int
	CommentChar    string
	Delimiter      string
	LineTerminator string
	QuoteChar      *string
	DoubleQuote    *bool
	EscapeChar     string
	NullSequence   *string
}

// applyDialect adds what a dialect says to what is known of the columns, or refuses it by the name of its property.
func applyDialect(c *named.Columns, b json.RawMessage, s *schema) error {
	var d dialect
	if len(b) > 0 {
		if err := json.Unmarshal(b, &d); err != nil {
			return fmt.Errorf("its dialect cannot be read: %w", err)
		}
	}
	if err := d.check(); err != nil {
		return err
	}
	c.Delimiter = d.Delimiter
	if d.NullSequence != nil {
		c.Missing = append(c.Missing, *d.NullSequence)
	}
	header := d.Header == nil || *d.Header
	if !header && len(s.Fields) == 0 {
		return errors.New("its file has no header, and no schema names its columns")
	}
	if !header || s.exact() && len(s.Fields) > 0 {
		c.Names, c.Header = s.names(), &header
	}
	return nil
}

// check refuses what bench does not read.
func (d dialect) check() error {
	refuse := func(property, value string) error {
		return fmt.Errorf("its dialect has %s %s, which bench does not read", property, value)
	}
	switch {
	case len(d.HeaderRows) > 0 && !slices.Equal(d.HeaderRows, []int{1}):
		return refuse("headerRows", fmt.Sprint(d.HeaderRows))
	case len(d.CommentRows) > 0:
		return refuse("commentRows", fmt.Sprint(d.CommentRows))
	case d.CommentChar != "":
		return refuse("commentChar", fmt.Sprintf("%q", d.CommentChar))
	case !slices.Contains([]string{"", "\n", "\r\n"}, d.LineTerminator):
		return refuse("lineTerminator", fmt.Sprintf("%q", d.LineTerminator))
	case d.QuoteChar != nil && *d.QuoteChar != `"`:
		return refuse("quoteChar", fmt.Sprintf("%q", *d.QuoteChar))
	case d.DoubleQuote != nil && !*d.DoubleQuote:
		return refuse("doubleQuote", "false")
	case d.EscapeChar != "":
		return refuse("escapeChar", fmt.Sprintf("%q", d.EscapeChar))
	case len([]rune(d.Delimiter)) > 1:
		return refuse("delimiter", fmt.Sprintf("%q", d.Delimiter))
	}
	return nil
}
