package store

import (
	"slices"
)

// KeptScores are the scores of binary models in a results folder. Nil has none.
type KeptScores struct {
	dir   string
	byKey map[string]map[string][]BinaryScores // by key and column, in the order of the journals
}

// ReadKeptScores finds the binary scores that the journals of a results folder
// hold; those of a damaged line are not among them.
func ReadKeptScores(dir string) (*KeptScores, error) {
	k := &KeptScores{dir: dir, byKey: map[string]map[string][]BinaryScores{}}
	_, err := readJournals(dir, func(_ string, r record) {
		if r.Kind != kindScores {
			return
		}
		columns := k.byKey[r.Scores.Key]
		if columns == nil {
			columns = map[string][]BinaryScores{}
			k.byKey[r.Scores.Key] = columns
		}
		columns[r.Scores.Column] = append(columns[r.Scores.Column], *r.Scores)
	})
	return k, err
}

// Columns lists the columns whose models, made from what a key names, have scores.
func (k *KeptScores) Columns(key string) []string {
	if k == nil {
		return nil
	}
	var columns []string
	for column := range k.byKey[key] {
		columns = append(columns, column)
	}
	slices.Sort(columns)
	return columns
}

// Has reports whether the model of a column seems to have scores.
func (k *KeptScores) Has(key, column string) bool { return k != nil && len(k.byKey[key][column]) > 0 }

// Read returns the scores of the model of a column. Of several records the first
// that can be read counts; ok is false if there is none.
func (k *KeptScores) Read(key, column string) (s BinaryScores, rows RowScores, ok bool) {
	if k == nil {
		return s, rows, false
	}
	for _, s := range k.byKey[key][column] {
		b, err := readBlob(k.dir, *s.Blob)
		if err != nil {
			continue
		}
		if rows, err = decodeScores(b); err == nil {
			return s, rows, true
		}
	}
	return s, rows, false
}
