// Package encode turns the columns of a table into the numeric features that
// learners see. An encoder is fitted on the training rows of a fold and on
// nothing else; the same Fitted then fills the design matrix of training and
// test rows.
package encode

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Encoder makes features of a table's columns.
type Encoder interface {
	// Check refuses tables that the encoder cannot take, whatever the rows.
	Check(t *data.Table) error
	// Fit learns categories, imputed values and scales from the training rows
	// of a table. The order of train does not matter.
	Fit(t *data.Table, train []int) (*Fitted, error)
}

// New builds an encoder of a type that [Components] describes. Attributes that
// the configuration leaves out have their defaults.
func New(typ string, cfg contract.Config) (Encoder, error) {
	e := encoder{Impute: "mean", Unseen: "zeros"}
	if err := cfg.Decode(&e); err != nil {
		return nil, fmt.Errorf("encoder %s: %w", typ, err)
	}
	switch typ {
	case "one_hot":
	case "none":
		e.Numeric, e.numericOnly = "none", true
	default:
		return nil, fmt.Errorf("encoder type %q is not available in this release; available: one_hot, none", typ)
	}
	if e.Range == nil {
		e.Range = []float64{0, 1}
	}
	if err := e.checkConfig(); err != nil {
		return nil, fmt.Errorf("encoder %s: %w", typ, err)
	}
	return e, nil
}

// encoder is both types: none is one_hot without scaling that refuses
// categorical columns.
type encoder struct {
	Numeric     string    `json:"numeric"` // "" stands for what suits the table
	Range       []float64 `json:"range"`
	Impute      string    `json:"impute"`
	Unseen      string    `json:"unseen"`
	numericOnly bool
}

func (e encoder) checkConfig() error {
	for _, option := range []struct {
		name, value string
		allowed     []string
	}{{"numeric", e.Numeric, scalings}, {"impute", e.Impute, imputations}, {"unseen", e.Unseen, unseens}} {
		if option.value != "" && !slices.Contains(option.allowed, option.value) {
			return fmt.Errorf("%s = %q is unknown; expected one of %s", option.name, option.value, strings.Join(option.allowed, ", "))
		}
	}
	return checkRange(e.Range)
}

// Check implements Encoder.
func (e encoder) Check(t *data.Table) error {
	if t.Sparse != nil {
		return e.checkSparse()
	}
	if !e.numericOnly {
		return nil
	}
	var names []string
	for i := range t.Columns {
		if t.Columns[i].Kind == data.Categorical {
			names = append(names, strconv.Quote(t.Columns[i].Name))
		}
	}
	if len(names) > 0 {
		return fmt.Errorf("encoder type none takes numeric columns only, and these are categorical: %s; use type one_hot, or list them in the dataset's drop", strings.Join(names, ", "))
	}
	return nil
}

// Fit implements Encoder.
func (e encoder) Fit(t *data.Table, train []int) (*Fitted, error) {
	if err := e.Check(t); err != nil {
		return nil, err
	}
	if len(train) == 0 {
		return nil, fmt.Errorf("encoder cannot be fitted without training rows")
	}
	rows := slices.Sorted(slices.Values(train))
	if t.Sparse != nil {
		return e.fitSparse(t.Sparse, rows), nil
	}
	f := &Fitted{unseenIsError: e.Unseen == "error"}
	var buffer []float64
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Kind == data.Categorical {
			f.addCategorical(i, c, rows)
			continue
		}
		buffer = gather(buffer[:0], c, rows)
		if err := f.addNumeric(i, c, buffer, len(rows), e); err != nil {
			return nil, err
		}
	}
	f.finish(t)
	return f, nil
}

// Fitted is an encoder fitted to the training rows of one fold.
type Fitted struct {
	// Columns names the features, in the order of the matrix: a numeric column
	// keeps its name, an indicator is called "col=value". Callers must not write
	// to it; folds may share it.
	Columns []contract.Column
	// Layout identifies everything that Fill depends on but the table: two
	// Fitted of one table with the same Layout fill in the same bytes.
	Layout string
	// Shift and Scale, one per feature, are what a learner applies to the
	// filled matrix: (x − Shift) / Scale. Indicators have 0 and 1. Both are nil
	// if that changes nothing.
	Shift, Scale []float64
	// MostlyZero reports that at most half of the entries are not zero.
	MostlyZero bool
	// Sparse reports that the compressed form of the matrix is worth it: it is
	// mostly zero, no column is shifted, and either the table is sparse or the
	// matrix would take more than 64 MiB.
	Sparse bool

	sources       []source
	unseenIsError bool
}

// source is a column of the table and the features made of it.
type source struct {
	column  int // in the table
	first   int // its first feature
	imputed float64
	// For categorical columns: the feature of each level (−1 if it was not seen
	// in training), and the level that stands for missing values (−1 if there
	// is none).
	features     []int
	imputedLevel int32
}

// addNumeric appends the feature of a numeric column, given its values in the
// training rows that are not missing.
func (f *Fitted) addNumeric(index int, c *data.Column, present []float64, rows int, e encoder) error {
	imputed := impute(present, e.Impute)
	for len(present) < rows {
		present = append(present, imputed)
	}
	scaling := cmp.Or(e.Numeric, "standard")
	shift, scale := affine(present, scaling, e.Range)
	if !isFinite(imputed) || !isFinite(shift) || !isFinite(scale) {
		return fmt.Errorf("values of column %q are too large for numeric = %q; rescale the column, or list it in the dataset's drop", c.Name, scaling)
	}
	f.sources = append(f.sources, source{column: index, first: len(f.Columns), imputed: imputed})
	f.Columns = append(f.Columns, contract.Column{Name: c.Name, Kind: "numeric"})
	f.Shift = append(f.Shift, shift)
	f.Scale = append(f.Scale, scale)
	return nil
}

// addCategorical appends one indicator for each level seen in the training
// rows, in level order. The most frequent level (the first of several) stands
// for missing values.
func (f *Fitted) addCategorical(index int, c *data.Column, rows []int) {
	counts := make([]int, len(c.Levels))
	for _, row := range rows {
		if code := c.Codes[row]; code >= 0 {
			counts[code]++
		}
	}
	s := source{column: index, first: len(f.Columns), features: make([]int, len(c.Levels)), imputedLevel: -1}
	for level, n := range counts {
		s.features[level] = -1
		if n == 0 {
			continue
		}
		if s.imputedLevel < 0 || n > counts[s.imputedLevel] {
			s.imputedLevel = int32(level)
		}
		s.features[level] = len(f.Columns)
		f.Columns = append(f.Columns, contract.Column{Name: c.Name + "=" + c.Levels[level], Kind: "indicator"})
		f.Shift = append(f.Shift, 0)
		f.Scale = append(f.Scale, 1)
	}
	f.sources = append(f.sources, s)
}

// finish makes the layout, and finds out which form suits the matrix.
func (f *Fitted) finish(t *data.Table) {
	h := sha256.New()
	number := func(v uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v)
		h.Write(b[:])
	}
	for _, s := range f.sources {
		c := &t.Columns[s.column]
		number(uint64(len(c.Name)))
		h.Write([]byte(c.Name))
		for _, feature := range s.features {
			number(uint64(feature))
		}
		if hasMissing(c, t.Rows) {
			number(math.Float64bits(s.imputed))
			number(uint64(s.imputedLevel))
		}
	}
	if f.unseenIsError {
		h.Write([]byte("unseen is an error"))
	}
	f.Layout = hex.EncodeToString(h.Sum(nil))
	f.dropIdentity()
	f.MostlyZero = 2*len(f.sources) <= len(f.Columns)
	f.Sparse = f.MostlyZero && !f.shifted() && float64(t.Rows)*float64(len(f.Columns)) > largeDense
}

// dropIdentity drops a shift and scale that change nothing.
func (f *Fitted) dropIdentity() {
	for j := range f.Shift {
		if f.Shift[j] != 0 || f.Scale[j] != 1 {
			return
		}
	}
	f.Shift, f.Scale = nil, nil
}

func hasMissing(c *data.Column, rows int) bool {
	for row := range rows {
		if c.Missing(row) {
			return true
		}
	}
	return false
}

// Fill writes the features of rows to out, row-major len(rows) × len(Columns),
// without shift and scale. t must be the table that was fitted. With unseen =
// "error", a category that no training row has is an error. Fill panics if out
// has another length.
func (f *Fitted) Fill(t *data.Table, rows []int, out []float64) error {
	width := len(f.Columns)
	if len(out) != len(rows)*width {
		panic(fmt.Sprintf("encode: %d values for %d rows of %d features", len(out), len(rows), width))
	}
	if t.Sparse != nil {
		fillDense(t.Sparse, rows, out)
		return nil
	}
	const block = 32 // rows whose features stay in cache while the columns pass
	for start := 0; start < len(rows); start += block {
		end := min(start+block, len(rows))
		part := out[start*width : end*width]
		clear(part)
		for i := range f.sources {
			s := &f.sources[i]
			c := &t.Columns[s.column]
			if c.Kind == data.Numeric {
				s.fillNumeric(c, rows[start:end], part, width)
			} else if err := s.fillIndicators(c, rows[start:end], part, width, f.unseenIsError); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *source) fillNumeric(c *data.Column, rows []int, out []float64, width int) {
	for i, row := range rows {
		v := c.Values[row]
		if v != v {
			v = s.imputed
		}
		out[i*width+s.first] = v
	}
}

func (s *source) fillIndicators(c *data.Column, rows []int, out []float64, width int, unseenIsError bool) error {
	for i, row := range rows {
		feature, err := s.indicator(c, row, unseenIsError)
		if err != nil {
			return err
		}
		if feature >= 0 {
			out[i*width+feature] = 1
		}
	}
	return nil
}

// indicator returns the feature that is 1 in a row, −1 if there is none.
func (s *source) indicator(c *data.Column, row int, unseenIsError bool) (int, error) {
	code := c.Codes[row]
	if code < 0 {
		code = s.imputedLevel
	}
	if code < 0 {
		return -1, nil
	}
	feature := s.features[code]
	if feature < 0 && unseenIsError {
		return -1, fmt.Errorf("row %d has %q in column %q, a value that no training row has; write unseen = \"zeros\" to encode it as zeros", row, c.Levels[code], c.Name)
	}
	return feature, nil
}

// Apply shifts and scales a filled matrix in place, as a learner does.
func (f *Fitted) Apply(x []float64) {
	if f.Shift == nil {
		return
	}
	width := len(f.Columns)
	for start := 0; start < len(x); start += width {
		row := x[start : start+width]
		for j := range row {
			row[j] = (row[j] - f.Shift[j]) / f.Scale[j]
		}
	}
}
