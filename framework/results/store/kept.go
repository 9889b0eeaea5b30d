package store

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/base/inputfile"
)

// KeptScores are the scores of binary models in a results folder. Nil has none.
type KeptScores struct {
	dir   string
	byKey map[string]map[string][]BinaryScores // by key and column, in the order of the journals

	mu    sync.Mutex
	files map[string]*os.File // that parts are read from; closed with the process
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

// Damaged lists the scores whose bytes are not what was written, by the names and columns of their models.
func (k *KeptScores) Damaged() (list []string) {
	for _, key := range slices.Sorted(maps.Keys(k.byKey)) {
		for _, column := range slices.Sorted(maps.Keys(k.byKey[key])) {
			for _, s := range k.byKey[key][column] {
				if _, err := read(k.dir, *s.Blob, decodeScores); err != nil {
					list = append(list, fmt.Sprintf("scores of the model %s %s: %v", key, column, err))
				}
			}
		}
	}
	return list
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
		if rows, err := read(k.dir, *s.Blob, decodeScores); err == nil {
			return s, rows, true
		}
	}
	return s, rows, false
}

// Part reads the scores of some rows, from one to before another, of a record that Read
// has returned with a number of scores, those of a grid included.
func (k *KeptScores) Part(s BinaryScores, scores, from, to int) ([]float64, error) {
	f, err := k.file(filepath.Base(s.Blob.File))
	if err != nil {
		return nil, err
	}
	const width = 8
	begin := s.Blob.Offset + s.Blob.Length - int64(width*scores)
	b := make([]byte, width*(to-from))
	if _, err := f.ReadAt(b, begin+int64(width*from)); err != nil {
		return nil, fmt.Errorf("reading kept scores: %w", err)
	}
	values := make([]float64, to-from)
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[width*i:]))
	}
	return values, nil
}

// file opens a file of the journal once.
func (k *KeptScores) file(name string) (*os.File, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f := k.files[name]; f != nil {
		return f, nil
	}
	f, _, err := inputfile.Open(filepath.Join(k.dir, JournalDir, name))
	if err != nil {
		return nil, err
	}
	if k.files == nil {
		k.files = map[string]*os.File{}
	}
	k.files[name] = f
	return f, nil
}
