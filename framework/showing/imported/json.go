package imported

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// member is a name with its value, as an object of JSON has them in order.
type member struct {
	name  string
	value json.RawMessage
}

// parseJSON reads what pandas, OpenML's server and scikit-learn's results are as JSON: a list of records, an object
// with a list or an object for each column, or pandas' columns, index and data.
func parseJSON(path string, text []byte) (*grid, error) {
	g := &grid{file: path}
	err := g.table(text)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		return nil, fmt.Errorf("%s:%d: this is not JSON: %w", path, line, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case len(g.head) == 0:
		return nil, fmt.Errorf("%s: there are no columns", path)
	}
	return g, nil
}

func (g *grid) table(text []byte) error {
	if !json.Valid(text) {
		var any json.RawMessage
		return json.Unmarshal(text, &any) // says where it is wrong
	}
	if text[0] == '[' {
		return g.records(text)
	}
	members, err := object(text)
	if err != nil {
		return err
	}
	if len(members) == 1 && slices.Contains([]string{"evaluations", "evaluation"}, members[0].name) {
		return g.table(bytes.TrimSpace(members[0].value))
	}
	if parts := byName(members); parts["columns"] != nil && parts["data"] != nil {
		return g.split(parts["columns"], parts["data"])
	}
	return g.columns(members)
}

// records reads a list of objects: a row each.
func (g *grid) records(text []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	places := map[string]int{}
	for i, record := range list {
		members, err := object(record)
		if err != nil {
			return fmt.Errorf("record %d: %w", i+1, err)
		}
		for _, m := range members {
			if _, known := places[m.name]; !known {
				places[m.name] = len(g.head)
				g.head = append(g.head, m.name)
			}
		}
		if (len(list)+1)*len(g.head) > mostTexts {
			return errors.New("the records have too many different names")
		}
		r := row{i + 1, make([]string, len(g.head))}
		for _, m := range members {
			r.fields[places[m.name]] = field(m.value)
		}
		g.rows = append(g.rows, r)
	}
	for i := range g.rows { // the first records may lack what later ones have
		g.rows[i].fields = append(g.rows[i].fields, make([]string, len(g.head)-len(g.rows[i].fields))...)
	}
	return nil
}

// mostTexts is how many fields a table has at most.
const mostTexts = 50_000_000

// columns reads an object that has, for each column, a list or an object with a value for each row. The names of rows
// are a column without a name.
func (g *grid) columns(members []member) error {
	var index []string
	places := map[string]int{}
	texts := make([]map[int]string, len(members))
	for j, m := range members {
		values, err := listed(m.value)
		if err != nil {
			return fmt.Errorf("column %q: %w", m.name, err)
		}
		texts[j] = map[int]string{}
		for _, v := range values {
			if _, known := places[v.name]; !known {
				places[v.name] = len(index)
				index = append(index, v.name)
			}
			texts[j][places[v.name]] = field(v.value)
		}
		g.head = append(g.head, m.name)
	}
	if len(index)*len(g.head) > mostTexts {
		return errors.New("the table has too many rows and columns")
	}
	g.head = append([]string{""}, g.head...)
	for i, name := range index {
		fields := []string{name}
		for j := range members {
			fields = append(fields, texts[j][i])
		}
		g.rows = append(g.rows, row{i + 1, fields})
	}
	return nil
}

// split reads pandas' orient="split".
func (g *grid) split(columns, data json.RawMessage) error {
	var rows [][]json.RawMessage
	if err := json.Unmarshal(columns, &g.head); err != nil {
		return fmt.Errorf("columns: %w", err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	for i, values := range rows {
		if len(values) != len(g.head) {
			return fmt.Errorf("row %d has %d values, where there are %d columns", i+1, len(values), len(g.head))
		}
		r := row{line: i + 1}
		for _, v := range values {
			r.fields = append(r.fields, field(v))
		}
		g.rows = append(g.rows, r)
	}
	return nil
}

// listed are the values of a list, by their numbers, or of an object.
func listed(value json.RawMessage) ([]member, error) {
	value = bytes.TrimSpace(value)
	if value[0] == '{' {
		return object(value)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(value, &list); err != nil {
		return nil, errors.New("a column is a list or an object with a value for each row")
	}
	members := make([]member, len(list))
	for i, v := range list {
		members[i] = member{fmt.Sprint(i), v}
	}
	return members, nil
}

// object are the members of an object, in order.
func object(text []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return nil, errors.New("this is not an object with names and values")
	}
	var members []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{name: fmt.Sprint(name)}
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	return members, nil
}

func byName(members []member) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for _, m := range members {
		all[m.name] = m.value
	}
	return all
}

// field is a value as a field of CSV would have it: texts without quotation marks, nothing for null.
func field(value json.RawMessage) string {
	var text string
	var compact bytes.Buffer
	switch {
	case string(value) == "null":
		return ""
	case json.Unmarshal(value, &text) == nil:
		return text
	case json.Compact(&compact, value) == nil:
		return compact.String()
	}
	return string(value)
}
