package export

// Fold is what a fold of a dataset trains on and tests: numbers of rows.
type Fold struct {
	Repeat, Fold int
	Train, Test  []int
}

// Folds is the table of a split file: a line for each row of each fold, with its part.
func Folds(folds []Fold) Table {
	return Table{schema("row:integer repeat:integer fold:integer part"), func(yield func([]Value, error) bool) {
		var r row
		for _, one := range folds {
			for _, part := range []struct {
				rows []int
				name string
			}{{one.Train, "train"}, {one.Test, "test"}} {
				for _, id := range part.rows {
					r = r[:0]
					r.integer(id, one.Repeat, one.Fold)
					r.text(part.name)
					if !yield(r, nil) {
						return
					}
				}
			}
		}
	}}
}
