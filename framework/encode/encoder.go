package encode

import (
	"fmt"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// kind is a type of encoder: how an experiment file names it, and what it makes of
// categorical columns.
type kind struct {
	contract.Component
	// fit returns what takes the categorical columns, and their pairs, one by one,
	// and what is called behind the last one.
	fit func(b *builder, e *encoder) (take func(v variable), end func())
	// whole appends the features of all columns, in place of fit; nil where there is fit.
	whole func(b *builder, e *encoder) error
	// number appends the features of a numeric column, given its values in the training
	// rows, imputed where they are missing; nil where numbers are scaled.
	number func(b *builder, e *encoder, n *number, values []float64)
	// mostOfNumber is most for a numeric column; nil where number is.
	mostOfNumber func(e *encoder) (width, nonzero int)
	// most returns how many features the type makes of a variable at most, and how
	// many of them are not zero in a row; outcomes is the number of classes or labels.
	most func(e *encoder, v variable, outcomes int) (width, nonzero int)
	// shared is how many features all variables share; nil if none.
	shared func(e *encoder) int
	// unpacks says that rows of sparse tables are encoded as dense ones are; others are
	// scaled at most.
	unpacks bool
	// takes refuses tables; it may be nil.
	takes func(e *encoder, t *data.Table, columns []int) error
}

// encoder is all types: they differ in what they make of categorical columns.
type encoder struct {
	kind kind
	settings
	bucketName string     // of the features of hashing
	parts      []*encoder // of compose
	seed       uint64
	groups     []int // of each row of the table; nil if rows stand alone
	*latest
}

// latest holds the columns of the latest fit, for the next one to share.
type latest struct {
	mu   sync.Mutex
	last []contract.Column
}

// settings are the attributes of all types. Which of them a type takes is said
// by its Params.
type settings struct {
	ofNumbers
	Unseen  string   `json:"unseen"`
	Columns []string `json:"columns"` // nil means all

	RareBelow int  `json:"rare_below"`
	Pairs     bool `json:"pairs"`
	Buckets   int  `json:"buckets"`
	Signed    bool `json:"signed"`
	Base      int  `json:"base"` // of the digits

	Drop string `json:"drop"` // which indicators one_hot leaves out; "" for none

	Strategy string `json:"strategy"` // of bins
	Bins     int    `json:"n_bins"`
	Encode   string `json:"encode"`

	ofCounters
	Parts []any `json:"parts"`

	Components float64 `json:"n_components"` // 0 for all
	Whiten     bool    `json:"whiten"`
}

// ofNumbers are the attributes about numeric columns.
type ofNumbers struct {
	Numeric   string    `json:"numeric"` // "" stands for what suits the table
	Range     []float64 `json:"range"`
	Impute    string    `json:"impute"`
	Indicator bool      `json:"indicator"`
}

// ofCounters are the attributes of types that count classes.
type ofCounters struct {
	Folds       int       `json:"folds"`
	LeaveOneOut bool      `json:"leave_one_out"`
	InSample    bool      `json:"in_sample"`
	Prior       any       `json:"prior"`
	PriorWeight *float64  `json:"prior_weight"`
	Priors      []any     `json:"priors"`
	Counts      bool      `json:"counts"`
	Log1p       bool      `json:"log1p"`
	Thresholds  []float64 `json:"thresholds"` // of the number that classes were made of
	Quantiles   []float64 `json:"quantiles"`
	M           float64   `json:"m"`

	Regularization float64 `json:"regularization"` // of woe
	Model          string  `json:"model"`          // of james_stein
	A              float64 `json:"a"`              // of catboost
	Sigma          float64 `json:"sigma"`
	SampleWeight   bool    `json:"sample_weight"` // rows count by their weights
}

// selected returns the columns of a table that the encoder takes, in file order.
func (e *encoder) selected(t *data.Table) ([]int, error) {
	indices := lists.Filter(lists.Range(len(t.Columns)),
		func(i int) bool { return e.Columns == nil || slices.Contains(e.Columns, t.Columns[i].Name) })
	for _, name := range e.Columns {
		if !slices.ContainsFunc(t.Columns, func(c data.Column) bool { return c.Name == name }) {
			return nil, fmt.Errorf("columns names %q, and there is no such feature column; there are %s", name, columnNames(t))
		}
	}
	return indices, nil
}

// columnNames lists the columns of a table for a message.
func columnNames(t *data.Table) string {
	return wording.Names(lists.Map(t.Columns, func(c data.Column) string { return c.Name }))
}

// share returns the columns of the latest fit if these are equal: most folds
// have the same, and there may be many.
func (e *latest) share(columns []contract.Column) []contract.Column {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.EqualFunc(columns, e.last, contract.Column.Equal) {
		e.last = columns
	}
	return e.last
}
