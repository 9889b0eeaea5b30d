package data

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Target is the name of the column that holds the class.
type Target string

// UnmarshalJSON reads a source from the attributes of a dataset block. target
// is a name or a list of names, of which any may be a number, for columns named
// by their position.
func (s *Source) UnmarshalJSON(b []byte) error {
	type attributes Source // without this method
	written := struct {
		*attributes
		Target any `json:"target"`
	}{attributes: (*attributes)(s)}
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&written); err != nil {
		return err
	}
	switch target := written.Target.(type) {
	case nil:
	case []any:
		s.Targets = make([]string, len(target))
		for i, name := range target {
			text, ok := columnName(name)
			if !ok {
				return errors.New("target must be a list of names of columns")
			}
			s.Targets[i] = text
		}
	default:
		name, ok := columnName(target)
		if !ok {
			return errors.New("target must be the name of a column, or a list of names")
		}
		s.Target = Target(name)
	}
	return nil
}

// columnName reads a name, or the number of a column that has none.
func columnName(value any) (name string, ok bool) {
	switch value := value.(type) {
	case string:
		return value, true
	case float64:
		return shortest(value), true
	}
	return "", false
}
