// Package data holds datasets: a Table of typed columns or of sparse features,
// with what is to be predicted of its rows, and the digest of its content. The packages
// below it read files, divide rows into folds and encode columns. They know nothing of
// learners.
//
// What a user can get wrong in a file is an *Error that names the file and the
// line.
package data

import (
	"runtime"
	"strconv"
	"sync"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

// Kind says how a column's values are to be understood.
type Kind int

// The kinds of column.
const (
	Numeric Kind = iota
	Categorical
)

// String returns the word that an experiment file uses for the kind.
func (k Kind) String() string {
	if k == Categorical {
		return "categorical"
	}
	return "numeric"
}

// Column is one feature. A numeric column has Values, a categorical one Codes
// and Levels; the slices have one entry a row.
type Column struct {
	Name   string
	Kind   Kind
	Values []float64 // NaN where missing, else finite
	Codes  []int32   // index into Levels, −1 where missing
	// Levels are the values of a categorical column: in declared order for ARFF
	// (with those that never occur), else numbers by value and text by bytes.
	Levels []string
}

// Missing reports whether the column has no value in a row.
func (c *Column) Missing(row int) bool {
	if c.Kind == Categorical {
		return c.Codes[row] < 0
	}
	return c.Values[row] != c.Values[row]
}

// countMissing counts the rows without a value.
func (c *Column) countMissing() (n int) {
	if c.Kind == Categorical {
		return lists.Count(c.Codes, func(code int32) bool { return code < 0 })
	}
	for _, v := range c.Values {
		if v != v {
			n++
		}
	}
	return n
}

// DropFeatures gives up the values of the features. What else is known of the rows
// and columns stays.
func (t *Table) DropFeatures() {
	for j := range t.Columns {
		mapped.Empty(t.Columns[j].Values)
		mapped.Empty(t.Columns[j].Codes)
		t.Columns[j].Values, t.Columns[j].Codes = nil, nil
	}
}

// Sparse holds numeric features of which at most half are not zero. Its matrix
// has no explicit zeros and no missing values; Indptr has one entry more than
// the table has rows.
type Sparse struct {
	contract.CSR
	Cols  int
	First int // the number of the first feature, which is its name: 1, or 0
	// Names are the names of the features where numbers are not; else nil.
	Names []string

	naming  sync.Once
	columns []contract.Column
}

// Columns names the features. Callers share the list and must
// not write to it.
func (s *Sparse) Columns() []contract.Column {
	s.naming.Do(func() {
		s.columns = make([]contract.Column, s.Cols)
		for j := range s.columns {
			name := strconv.Itoa(s.First + j)
			if s.Names != nil {
				name = s.Names[j]
			}
			s.columns[j] = contract.Column{Name: name, Kind: contract.NumericColumn}
		}
	})
	return s.columns
}

// Parts of a table, as Table.Part numbers them.
const (
	TrainPart int8 = 0
	TestPart  int8 = 1
)

// Table is a dataset. Its rows are numbered from 0 in file order, a test file's
// after those of the file.
type Table struct {
	Rows    int
	Columns []Column // features only, in file order; nil if Sparse is set
	Sparse  *Sparse  // the features of a sparse table, else nil
	Design
	// Declared are all classes that the file declares (ARFF), with no rows of those
	// that never occur; elsewhere it equals Target.
	Declared target.Target
	Weights  []float64 // weight of each row, finite and above 0; nil if all are 1
	// SHA256 identifies the content: a hex digest over names, kinds and values of
	// the columns and the order of the rows, however the table was stored.
	SHA256 string
	// FileSHA256 is the hex digest of the file alone, as sha256sum prints it;
	// "" for generated data.
	FileSHA256 string
	Missing    int // cells of features, target and labels without a value
}

// Design is what is known of the rows of a dataset besides their features: what is
// to be predicted of them, and how they belong together.
type Design struct {
	// Target are the classes that occur, in class order, or the labels in the order
	// of target or the XML file; Truth is what each row has of them.
	Target target.Target
	Truth  target.Rows
	// Quantity is the number that the class of each row was made of, NaN where it is
	// missing; nil if classes were not made of numbers.
	Quantity []float64
	Part     []int8 // TrainPart or TestPart for each row; nil if the dataset has no parts
	// FoldOf is the fold of each row by the fold column, negative for rows that only
	// train, and nil if there is no such column; FoldNames are its values, in order.
	FoldOf    []int
	FoldNames []string
	// GroupOf is the group of each row by the group column, nil if there is none;
	// GroupNames are its values, in order.
	GroupOf    []int
	GroupNames []string
	// Splits are the folds that a split file, or a splitter, names; nil without one. They are not part of
	// the content of a table, but of how it is divided.
	Splits *Splits
}

// Splits are the folds of each repeat.
type Splits struct {
	Repeats [][]Split
	SHA256  string // hex digest of what the folds train on and test
	By      string // what names them, for messages
}

// Split is a fold: the numbers of its rows, ascending. A row may train several times.
type Split struct{ Train, Test []int }

// Kinds counts the numeric and the categorical feature columns.
func (t *Table) Kinds() (numeric, categorical int) {
	for i := range t.Columns {
		if t.Columns[i].Kind == Categorical {
			categorical++
		} else {
			numeric++
		}
	}
	if t.Sparse != nil {
		numeric += t.Sparse.Cols
	}
	return numeric, categorical
}

// CountCodes counts the rows with each of a number of levels; a row without one has a
// negative code.
func CountCodes(codes []int32, levels int) []int {
	counts := make([]int, levels)
	for _, code := range codes {
		if code >= 0 {
			counts[code]++
		}
	}
	return counts
}

// CountMissing returns the number of cells without a value: of features, and of
// the target if that is a class.
func (t *Table) CountMissing() int {
	counts := make([]int, min(runtime.GOMAXPROCS(0), len(t.Columns)))
	var all sync.WaitGroup
	for w := range counts {
		all.Go(func() {
			for j := w; j < len(t.Columns); j += len(counts) {
				counts[w] += t.Columns[j].countMissing()
			}
		})
	}
	all.Wait()
	n := lists.Sum(counts)
	if !t.Target.MultiLabel {
		n += lists.Count(t.Truth.Class, func(label int) bool { return label < 0 })
	}
	return n
}

// StartLabels makes a table multi-label. The labels of its rows are to be added.
func (t *Table) StartLabels(names []string) {
	t.Target = target.Target{Names: names, Counts: make([]int, len(names)), MultiLabel: true}
	t.Truth = target.Rows{Class: make([]int, t.Rows), Y: target.Labels{Ends: make([]int, 0, t.Rows)}}
}

// CountLabels counts the rows with each label, and returns the number of rows
// that are not left out.
func (t *Table) CountLabels() (used int) {
	for _, label := range t.Truth.Y.Of {
		t.Target.Counts[label]++
	}
	used = lists.Count(t.Truth.Class, func(left int) bool { return left >= 0 })
	t.Target.Rows = used
	return used
}
