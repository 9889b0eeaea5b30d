package contract

import (
	"errors"
	"fmt"
)

// Records are rows of a table before they are encoded. A column of kind NumericColumn has
// NaN where a value is missing. One of kind NominalColumn has the number of a value among
// the Values of the column, those of the whole dataset, and −1 where it is missing.
type Records struct {
	X       Matrix // n × d; must not be written to
	Columns []Column
}

// TrainingRecords are the rows that an encoder is fitted to.
type TrainingRecords struct {
	Records
	// Classes are the names of the classes, K of them, or of the labels of multi-label
	// data, and Target the class number of each row; of multi-label data n × K, row-major,
	// 1 for a label that the row has and else 0. Both are nil for encoders that do not
	// declare Target.
	Classes    []string
	MultiLabel bool
	Target     []int
	Weights    []float64 // of each row, finite and above 0; nil where rows have none
	Groups     []int     // the number of each row's group; nil where rows have none
	Seed       uint64    // the only source of randomness
}

// Encoding is what an encoder has learnt of training rows.
type Encoding struct {
	// State is all that Transform is told of the training rows, at most 64 MiB. Other
	// processes may be given it, and folds with the same state share their features.
	State []byte
	// Columns are the features that Transform makes, each with a name of its own. Their
	// kind is NumericColumn, which "" stands for, or IndicatorColumn.
	Columns []Column
}

// CheckFeatures refuses features with equal names or without a known kind.
func CheckFeatures(columns []Column) error {
	if len(columns) == 0 {
		return errors.New("it makes no features")
	}
	seen := make(map[string]bool, len(columns))
	for i, c := range columns {
		switch {
		case c.Kind != "" && c.Kind != NumericColumn && c.Kind != IndicatorColumn:
			return fmt.Errorf("feature %q is of the kind %q; features are numeric or indicator", c.Name, c.Kind)
		case c.Name == "":
			return fmt.Errorf("feature %d has no name", i)
		case seen[c.Name]:
			return fmt.Errorf("there are two features %q", c.Name)
		}
		seen[c.Name] = true
	}
	return nil
}

// FitFolds is the attribute of encoders of plugins that learn from classes which says how
// they are fitted out of fold.
var FitFolds = Param{Name: "folds", Type: "number", Integer: true, Min: Bound(2),
	Doc: "The number of folds that the training rows are divided into, for fits without each of them; 5 by default. " +
		"Folds are those of bench's own encoders."}

// EncoderOptions are the attributes of encoder blocks and of parts that bench itself obeys:
// an encoder of a plugin has no parameter of such a name.
var EncoderOptions = []string{"type", "columns", FitFolds.Name, LabelOption}

// Encoder makes features of the columns of a table.
type Encoder interface {
	// Fit learns from training rows, one at least, in an order that means nothing.
	Fit(t TrainingRecords) (Encoding, error)
	// Transform returns the features of rows, a column for each of the encoding. Those of
	// a row depend on the state and on this row alone, and are finite.
	Transform(state []byte, r Records) (Matrix, error)
}
