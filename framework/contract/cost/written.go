package cost

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
)

// Written are costs as a block writes them, without the classes that they are of: a list
// of rows, or an object of objects by the names of the true and the predicted class.
type Written struct {
	rows  [][]float64
	named map[string]map[string]float64
}

// Param is the attribute of a block that holds costs.
func Param(doc string) contract.Param {
	return contract.Param{Name: "costs", Type: "any", Doc: doc}
}

// Help says how costs are written.
const Help = "Write a row for each true class and in it a number for each predicted class, both in class order, " +
	"as in costs = [[0, 1], [5, 0]], or name the classes, as in costs = { sick = { healthy = 5 } }: there a mistake " +
	"that is not named costs 1, and being right 0."

// IsZero reports whether nothing is written.
func (w Written) IsZero() bool { return w.rows == nil && w.named == nil }

// MarshalJSON writes what UnmarshalJSON reads.
func (w Written) MarshalJSON() ([]byte, error) {
	if w.named != nil {
		return json.Marshal(w.named)
	}
	return json.Marshal(w.rows)
}

// UnmarshalJSON reads the value of an attribute. What is wrong with it, whatever the
// classes, is an *Error.
func (w *Written) UnmarshalJSON(b []byte) error {
	var value any
	if err := json.Unmarshal(b, &value); err != nil {
		return err
	}
	*w = Written{}
	switch value := value.(type) {
	case nil:
	case []any:
		return w.list(value)
	case map[string]any:
		return w.object(value)
	default:
		return wrong(nil, "costs are neither a list of rows nor an object by classes")
	}
	return nil
}

func (w *Written) list(value []any) error {
	w.rows = [][]float64{}
	for i, element := range value {
		row, ok := element.([]any)
		if !ok {
			return wrong([]any{i}, "row %d of the costs is not a list", i+1)
		}
		numbers := make([]float64, len(row))
		for j, c := range row {
			if numbers[j], ok = c.(float64); !ok {
				return wrong([]any{i, j}, "the cost in row %d, column %d is not a number", i+1, j+1)
			}
		}
		if len(row) != len(value) {
			return wrong([]any{i}, "the costs are not square: row %d has %s, and there are %s", i+1,
				wording.Count(len(row), "number"), wording.Count(len(value), "row"))
		}
		w.rows = append(w.rows, numbers)
	}
	if len(value) < 2 {
		return wrong(nil, "the costs have %s, and there are two classes at least", wording.Count(len(value), "row"))
	}
	return nil
}

func (w *Written) object(value map[string]any) error {
	w.named = map[string]map[string]float64{}
	for _, truth := range slices.Sorted(maps.Keys(value)) {
		row, ok := value[truth].(map[string]any)
		if !ok {
			return wrong([]any{truth}, "the costs of class %q are not an object by predicted classes", truth)
		}
		w.named[truth] = map[string]float64{}
		for _, predicted := range slices.Sorted(maps.Keys(row)) {
			if w.named[truth][predicted], ok = row[predicted].(float64); !ok {
				return wrong([]any{truth, predicted}, "the cost of predicting %q for %q is not a number", predicted, truth)
			}
		}
	}
	if len(value) == 0 {
		return wrong(nil, "the costs name no class")
	}
	return nil
}

// Error is what is wrong with costs and where: a path within the attribute.
type Error struct {
	Path    []any
	Summary string
}

func (e *Error) Error() string { return e.Summary }

func wrong(path []any, format string, args ...any) error {
	return &Error{path, fmt.Sprintf(format, args...)}
}

// Diagnostics makes diagnostics on the attribute costs of an *Error; none of other errors.
func Diagnostics(err error) []contract.Diagnostic {
	var e *Error
	if !errors.As(err, &e) {
		return nil
	}
	path := append([]any{"costs"}, e.Path...)
	return []contract.Diagnostic{contract.Errorf(path, wording.Capital(e.Summary), "%s", Help)}
}

// Of returns the costs of a dataset with these classes. That they are not its classes is
// an *Error.
func (w Written) Of(classes []string) (Matrix, error) {
	if w.named != nil {
		return w.byName(classes)
	}
	if w.rows != nil && len(w.rows) != len(classes) {
		return nil, wrong(nil, "the costs are of %s, and there are %d: %s", wording.Count(len(w.rows), "class"), len(classes),
			wording.List(classes))
	}
	return w.rows, nil
}

func (w Written) byName(classes []string) (Matrix, error) {
	m := make(Matrix, len(classes))
	for i := range m {
		m[i] = make([]float64, len(classes))
		for j := range m[i] {
			if i != j {
				m[i][j] = 1
			}
		}
	}
	for _, truth := range slices.Sorted(maps.Keys(w.named)) {
		i := slices.Index(classes, truth)
		if i < 0 {
			return nil, unknown([]any{contract.Key(truth)}, truth, classes)
		}
		for _, predicted := range slices.Sorted(maps.Keys(w.named[truth])) {
			j := slices.Index(classes, predicted)
			if j < 0 {
				return nil, unknown([]any{truth, contract.Key(predicted)}, predicted, classes)
			}
			m[i][j] = w.named[truth][predicted]
		}
	}
	return m, nil
}

func unknown(path []any, name string, classes []string) error {
	instead := strings.TrimSuffix(wording.Instead(name, classes, "The classes are"), ".")
	return wrong(path, "there is no class %q. %s", name, instead)
}

// Remarks are what is strange about the costs of a dataset with these classes.
func (w Written) Remarks(classes []string) []contract.Diagnostic {
	m, err := w.Of(classes)
	if err != nil {
		return nil
	}
	var list []contract.Diagnostic
	for i, row := range m {
		if row[i] == 0 {
			continue
		}
		path := []any{"costs", i, i}
		if w.named != nil {
			path = []any{"costs", classes[i], classes[i]}
		}
		list = append(list, contract.Warningf(path, fmt.Sprintf("Predicting class %q right costs %v", classes[i], row[i]),
			"That is as a rule 0. Rows are true classes and columns predicted ones, in this order: %s.", wording.List(classes)))
	}
	return list
}
