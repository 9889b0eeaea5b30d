package reducer

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
)

// rows is a code as somebody wrote it, in an attribute, with the names of its rows
// or nil.
type rows struct {
	attribute string
	code      contract.Dense
	names     []string
}

// arrange returns the rows in class order.
func (w rows) arrange(r contract.Reduction) (layout, []contract.Diagnostic) {
	if w.names != nil {
		return w.byName(r.Classes)
	}
	if len(w.code) != len(r.Classes) {
		return layout{}, []contract.Diagnostic{contract.Errorf([]any{w.attribute},
			fmt.Sprintf("%s has %d rows but the data have %d classes", w.attribute, len(w.code), len(r.Classes)),
			"Write one row for each class, in this order: %s; or name the rows with classes = [...].", wording.List(r.Classes))}
	}
	return layout{code: w.code}, nil
}

// byName matches rows to classes by name.
func (w rows) byName(classes []string) (layout, []contract.Diagnostic) {
	var ds []contract.Diagnostic
	ordered := make(contract.Dense, len(classes))
	for i, name := range w.names {
		k := slices.Index(classes, name)
		if k < 0 {
			ds = append(ds, contract.Errorf(w.nameAt(i), fmt.Sprintf("the data have no class %q", name), "%s",
				classWords.suggest(name, classes)))
			continue
		}
		ordered[k] = w.code[i]
	}
	var missing []string
	for k, row := range ordered {
		if row == nil {
			missing = append(missing, classes[k])
		}
	}
	if missing != nil {
		ds = append(ds, contract.Errorf(w.nameAt(-1), "classes without a row",
			"The data have %d classes; these have no row in %s: %s.", len(classes), w.attribute, wording.List(missing)))
	}
	if ds != nil {
		return layout{}, ds
	}
	return layout{code: ordered}, nil
}

// nameAt is where the name of row i stands, or with -1 where all names do.
func (w rows) nameAt(i int) []any {
	switch {
	case w.attribute == "file":
		return []any{"file"}
	case i < 0:
		return []any{"classes"}
	}
	return []any{"classes", i}
}

// checkNames checks what can be known of the names of rows without the data.
func checkNames(attribute string, matrix [][]entry, names []string) []contract.Diagnostic {
	if names == nil {
		return nil
	}
	var ds []contract.Diagnostic
	w := rows{attribute: attribute}
	if len(names) != len(matrix) {
		ds = append(ds, contract.Errorf(w.nameAt(-1),
			fmt.Sprintf("classes names %d rows, but %s has %d", len(names), attribute, len(matrix)),
			"Name every row of %s once, in the order of its rows.", attribute))
	}
	for i, name := range names {
		if first := slices.Index(names, name); first < i {
			ds = append(ds, contract.Errorf(w.nameAt(i), fmt.Sprintf("class %q is named twice", name),
				"It already names row %d.", first+1))
		}
	}
	return ds
}

// readMatrix reads the content of a CSV file: rows of entries, with the names of
// their classes in front where the first fields are distinct and not all entries of
// a code.
func readMatrix(text string) (matrix [][]entry, names []string, ds []contract.Diagnostic) {
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	r.Comment, r.FieldsPerRecord, r.TrimLeadingSpace = '#', -1, true
	at := []any{"file"}
	var records [][]string
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, []contract.Diagnostic{contract.Errorf(at, "the file is no CSV", "%v.", err)}
		}
		records = append(records, record)
	}
	if len(records) == 0 {
		return nil, nil, []contract.Diagnostic{contract.Errorf(at, "the file is empty",
			"Write a line for each class, with an entry for each binary problem.")}
	}
	named := areNames(records)
	for i, record := range records {
		if named {
			names, record = append(names, strings.TrimSpace(record[0])), record[1:]
		}
		row := make([]entry, len(record))
		for j, field := range record {
			row[j] = number(field)
			if math.IsNaN(float64(row[j])) {
				ds = append(ds, contract.Errorf(at, fmt.Sprintf("row %d of the file has %q in column %d", i+1, field, j+1),
					"An entry is 1 (the class is positive), -1 (negative) or 0 (left out)."))
			}
		}
		matrix = append(matrix, row)
	}
	if len(ds) > maxEntryErrors {
		ds = append(ds[:maxEntryErrors],
			contract.Errorf(at, fmt.Sprintf("and %d more entries are not 1, -1 or 0", len(ds)-maxEntryErrors),
				"The first %d are reported one by one.", maxEntryErrors))
	}
	return matrix, names, ds
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

// number reads an entry, NaN if the text is no number.
func number(text string) entry {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		return entry(math.NaN())
	}
	return entry(v)
}

// words are what messages call that of which there are K.
type words struct{ one, many string }

var (
	classWords = words{"class", "classes"}
	labelWords = words{"label", "labels"}
)

// checkOrder refuses what is no value of the attribute order whatever the data: it is
// one of some words or a list of names, or not written.
func (w words) checkOrder(order any, known ...string) []contract.Diagnostic {
	at := []any{"order"}
	choice := fmt.Sprintf("It is one of %s, or a list of all %s names.", strings.Join(known, ", "), w.one)
	switch order := order.(type) {
	case nil:
		return nil
	case []any:
		return w.checkList(order)
	case string:
		if slices.Contains(known, order) {
			return nil
		}
		return []contract.Diagnostic{contract.Errorf(at, fmt.Sprintf("order is %q", order), "%s", choice)}
	}
	return []contract.Diagnostic{contract.Errorf(at, "order is neither a text nor a list", "%s", choice)}
}

// drawParam is the attribute by which there are several draws of one seed.
func drawParam(doc string) contract.Param {
	return contract.Param{Name: "draw", Type: "number", Integer: true, Min: contract.Bound(0), Default: 0.0, Doc: doc}
}

// checkDraw warns of a draw where nothing is drawn.
func checkDraw(draw float64, random bool) []contract.Diagnostic {
	if draw == 0 || random {
		return nil
	}
	return []contract.Diagnostic{contract.Warningf([]any{"draw"}, "draw has no effect",
		"It numbers random orders: write order = \"random\" or remove it.")}
}

// checkList refuses lists in the attribute order that name nothing or something
// twice.
func (w words) checkList(names []any) []contract.Diagnostic {
	var ds []contract.Diagnostic
	seen := map[string]int{}
	for i, name := range names {
		text, ok := className(name)
		first, again := seen[text]
		switch {
		case !ok:
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("this is no %s name", w.one),
				"Write the names of the %s as texts.", w.many))
		case again:
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("%s %q is named twice", w.one, text),
				"It is already number %d.", first+1))
		default:
			seen[text] = i
		}
	}
	return ds
}

// order returns numbers by names, all of which there must be.
func (w words) order(names []any, all []string) ([]int, []contract.Diagnostic) {
	var ds []contract.Diagnostic
	var order []int
	for i, name := range names {
		text, _ := className(name)
		k := slices.Index(all, text)
		if k < 0 {
			ds = append(ds, contract.Errorf([]any{"order", i}, fmt.Sprintf("the data have no %s %q", w.one, text), "%s",
				w.suggest(text, all)))
			continue
		}
		order = append(order, k)
	}
	var missing []string
	for k, name := range all {
		if !slices.Contains(order, k) {
			missing = append(missing, name)
		}
	}
	if ds == nil && missing != nil {
		ds = append(ds, contract.Errorf([]any{"order"}, w.many+" that order does not name", "The data have also: %s.",
			wording.List(missing)))
	}
	return order, ds
}

// suggest names the one that was probably meant, or all of them.
func (w words) suggest(name string, all []string) string {
	if question := wording.DidYouMean(name, all); question != "" {
		return question
	}
	return fmt.Sprintf("Its %s are %s.", w.many, wording.List(all))
}

// className returns what a class or label is called by a value of the experiment file.
func className(value any) (name string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}
