package multiclass

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// rows is a code as it is written in an attribute, with the names of its rows or nil.
type rows struct {
	attribute string
	code      contract.Dense // nil if it has errors
	names     []string
}

// arrange returns the rows in class order.
func (w rows) arrange(r contract.Reduction, ds *step.Diagnostics) layout {
	if w.names != nil {
		return w.byName(r.Classes, ds)
	}
	if len(w.code) != len(r.Classes) {
		ds.At(w.attribute).Errorf(
			fmt.Sprintf("%s has %d rows but the data have %d classes", w.attribute, len(w.code), len(r.Classes)),
			"Write one row for each class, in this order: %s; or name the rows with classes = [...].", wording.List(r.Classes))
		return layout{}
	}
	return layout{code: w.code}
}

// byName matches rows to classes by name.
func (w rows) byName(classes []string, ds *step.Diagnostics) layout {
	ordered := make(contract.Dense, len(classes))
	for i, name := range w.names {
		if k := slices.Index(classes, name); k >= 0 {
			ordered[k] = w.code[i]
			continue
		}
		w.nameAt(ds, i).Errorf(fmt.Sprintf("the data have no class %q", name), "%s", step.Classes.Suggest(name, classes))
	}
	var missing []string
	for k, row := range ordered {
		if row == nil {
			missing = append(missing, classes[k])
		}
	}
	if missing != nil {
		w.nameAt(ds, -1).Errorf("classes without a row", "The data have %d classes; these have no row in %s: %s.",
			len(classes), w.attribute, wording.List(missing))
	}
	if ds.Failed() {
		return layout{}
	}
	return layout{code: ordered}
}

// nameAt leads to the name of row i, or with -1 to all names.
func (w rows) nameAt(ds *step.Diagnostics, i int) step.Place {
	switch {
	case w.attribute == "file":
		return ds.At("file")
	case i < 0:
		return ds.At("classes")
	}
	return ds.At("classes", i)
}

// checkRows checks a matrix of an attribute with the names of its rows, or nil, as far as that is
// possible without the data.
func checkRows(ds *step.Diagnostics, attribute string, matrix [][]entry, names []string) rows {
	w := rows{attribute: attribute, names: names}
	if names != nil && len(names) != len(matrix) {
		w.nameAt(ds, -1).Errorf(fmt.Sprintf("classes names %d rows, but %s has %d", len(names), attribute, len(matrix)),
			"Name every row of %s once, in the order of its rows.", attribute)
	}
	for i, name := range names {
		if first := slices.Index(names, name); first < i {
			w.nameAt(ds, i).Errorf(fmt.Sprintf("class %q is named twice", name), "It already names row %d.", first+1)
		}
	}
	failed := ds.Failed()
	if c := checkMatrix(ds, attribute, matrix, names); !failed {
		w.code = c
	}
	return w
}

// readMatrix reads the content of a CSV file: rows of entries, with the names of
// their classes in front where the first fields are distinct and not all entries of
// a code.
func readMatrix(ds *step.Diagnostics, text string) (matrix [][]entry, names []string) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	r.Comment, r.FieldsPerRecord, r.TrimLeadingSpace = '#', -1, true
	at := ds.At("file")
	records, err := r.ReadAll()
	switch {
	case err != nil:
		at.Errorf("the file is not a CSV file", "%v.", err)
		return nil, nil
	case len(records) == 0:
		at.Errorf("the file is empty", "Write a line for each class, with an entry for each binary problem.")
		return nil, nil
	}
	named, wrong := areNames(records), 0
	for i, record := range records {
		if named {
			names, record = append(names, strings.TrimSpace(record[0])), record[1:]
		}
		row := make([]entry, len(record))
		for j, field := range record {
			row[j] = number(field)
			if !math.IsNaN(float64(row[j])) {
				continue
			}
			if wrong++; wrong <= maxEntryErrors {
				at.Errorf(fmt.Sprintf("row %d of the file has %q in column %d", i+1, field, j+1), entryAdvice)
			}
		}
		matrix = append(matrix, row)
	}
	moreEntries(at, wrong)
	return matrix, names
}

// areNames reports whether the first fields of rows are the names of their classes.
func areNames(records [][]string) bool {
	seen := map[string]bool{}
	other := false
	for _, record := range records {
		name := strings.TrimSpace(record[0])
		if seen[name] {
			return false
		}
		seen[name] = true
		other = other || !number(name).valid()
	}
	return other
}

// number reads an entry, NaN if the text is not a number.
func number(text string) entry {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return entry(math.NaN())
	}
	return entry(v)
}
