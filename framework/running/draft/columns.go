package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/running/prepare/suspects"
)

// manyValues is from how many values on a categorical column is hashed instead of one column a value.
const manyValues = 100

// missing reads the file again if some of its texts stand for missing values, such as NA.
func (d *Draft) missing() error {
	var words []string
	for i := range d.table.Columns {
		c := &d.table.Columns[i]
		if c.Kind != data.Categorical {
			continue
		}
		for _, word := range suspects.MarkersOf(c, false) {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	format := formats.Of(d.Source)
	if words == nil || format.Missing != "" {
		return nil
	}
	d.Source.Missing = append([]string{"?", ""}, words...)
	d.note("The file writes missing values as " + strings.Join(wording.Quoted(words), ", ") + ".")
	return d.load()
}

// roles looks at the columns: those of which nothing can be learned are dropped, and others are told.
func (d *Draft) roles() {
	var constant, ids, dates, texts []string
	for i := range d.table.Columns {
		c := &d.table.Columns[i]
		counts := data.CountCodes(c.Codes, len(c.Levels))
		distinct := len(c.Levels) - len(slices.DeleteFunc(slices.Clone(counts), func(n int) bool { return n > 0 }))
		switch {
		case slices.Contains(d.wishes.Drop, c.Name):
		case suspects.IsConstant(c, d.table.Rows):
			constant = append(constant, c.Name)
		case suspects.LooksLikeID(c), c.Kind == data.Categorical && distinct > 20 && distinct == d.table.Rows:
			ids = append(ids, c.Name)
		case c.Kind == data.Categorical && loader.MisreadColumn(c):
			dates = append(dates, c.Name)
		case c.Kind == data.Categorical && distinct > manyValues && 2*distinct > d.table.Rows:
			texts = append(texts, c.Name)
		default:
			if d.decides(c) {
				d.Leaks = append(d.Leaks, c.Name)
			}
			if c.Kind == data.Categorical && distinct >= 10 && distinct*2 <= d.table.Rows && named(c.Name, groupWords) {
				d.Groups = append(d.Groups, c.Name)
			}
		}
	}
	d.Source.Drop = slices.Concat(d.wishes.Drop, constant, ids, dates, texts)
	d.tell(constant, "%s the same value in every row: dropped")
	d.tell(ids, "%s another value in nearly every row, as an id has: dropped")
	d.tell(dates, "%s dates, or numbers in another notation (see decimal and thousands in the documents): dropped")
	d.tell(texts, "%s so many different texts that each is nearly alone: dropped")
	d.tell(d.Leaks, "%s values that decide the class alone. If that is not known before the class is, add to drop")
	if d.Source.Group != "" {
		d.note(fmt.Sprintf("Folds keep the rows of each of the %d groups of %q together.", d.groups(), d.Source.Group))
		return
	}
	d.tell(d.Groups, "%s a name as of a group of rows. If rows of one group are alike, write group = \"…\" here and "+
		"method = \"group_kfold\" in validation")
}

// tell notes what was seen of some columns.
func (d *Draft) tell(columns []string, text string) {
	if len(columns) == 0 {
		return
	}
	d.note(fmt.Sprintf(text, suspects.Columns(columns)) + ".")
}

// groupWords are words in names of columns that say what rows belong to.
var groupWords = []string{"group", "subject", "patient", "person", "user", "session", "batch", "site"}

// named reports whether one of the words of a name is in a list.
func named(name string, words []string) bool {
	return slices.ContainsFunc(suspects.Words(name), func(word string) bool { return slices.Contains(words, word) })
}

// decides reports whether a column alone distinguishes the classes: all rows with one value, or with numbers in one
// range, are of one class.
func (d *Draft) decides(c *data.Column) bool {
	t := d.table
	if t.Target.MultiLabel || t.Rows < 20 {
		return false
	}
	value := func(row int) float64 {
		if c.Kind == data.Numeric {
			return c.Values[row]
		}
		return float64(c.Codes[row])
	}
	rows := make([]int, 0, t.Rows)
	for row, class := range t.Truth.Class {
		if class >= 0 && !c.Missing(row) {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(value(a), value(b)), t.Truth.Class[a]-t.Truth.Class[b])
	})
	changes := 0
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		if t.Truth.Class[a] != t.Truth.Class[b] {
			if value(a) == value(b) {
				return false
			}
			changes++
		}
	}
	few := t.Target.K() - 1
	if c.Kind == data.Categorical {
		few = max(few, len(c.Levels)-1)
		return changes <= few && 10*len(c.Levels) <= len(rows)
	}
	return changes <= few && len(rows) == t.Rows
}
